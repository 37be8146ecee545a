/** The data that remain on the phone after a session has ended, checked in the browser's own databases. */
import type { Page } from '@playwright/test';
import { callApi, fetchLedger, fundWallet, createMember, logInByApi, type Member } from './api';
import {
  waitUntilCached,
  expect,
  uploadSlip,
  logInOnLoginPage,
  openWithStoredToken,
  tapBar,
  test,
  WITH_WORKER,
} from './journey';
import { openWithdrawConfirmation, confirmButton, dialog, InterceptedCall } from './money';
import { fetchPayouts, makeBankTransfer } from './sandbox';

test.use(WITH_WORKER);

test('a session that the server ended keeps the queued slip on the phone, and the slip is sent after the next login', async ({
  page,
  context,
}) => {
  const member = await createMember();
  await loadEverything(page, member);
  await context.setOffline(true);
  await uploadSlip(page, (await makeBankTransfer(member, 65)).picture);
  await expect(page.getByText(/ยังไม่ได้ส่ง/)).toBeVisible();

  await endOtherSessions(member);
  await context.setOffline(false);

  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByText('สลิปหรือข้อความที่ยังไม่ได้ส่งยังอยู่ในเครื่อง', { exact: false })).toBeVisible();
  await expectOnly(page, member, { outbox: 1, blobs: 1, slips: 1 });
  expect((await fetchLedger(member)).balance).toBe(0);
  await logInAgain(page, member);
  await expect(page.getByText('+65.00')).toBeVisible();
});

// Takes longer than other journeys: three logins, and two lost responses before the screen shows the check.
// spec 2.15, 3.38d
test('the queued slip and the withdrawal without a response are each executed once after an invite link ended the session', async ({
  page,
  context,
}) => {
  const member = await createMember();
  const friend = await createMember();
  await fundWallet(member, 900);
  await loadEverything(page, member);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('last_sync'))).not.toBeNull();
  const intercepted = await InterceptedCall.on(page, 'POST', '/api/wallet/withdrawAll');
  intercepted.responsesToLose = 1000;
  await openWithdrawConfirmation(page, '350');
  await confirmButton(page).click();
  await expect(dialog(page).getByText('กำลังตรวจสอบ กรุณาอย่าทำรายการซ้ำ')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  await context.setOffline(true);
  await uploadSlip(page, (await makeBankTransfer(member, 55)).picture);
  await expect(page.getByText(/ยังไม่ได้ส่ง/)).toBeVisible();

  await page.goto(`/register?code=PR${friend.id}`);
  await expect(page.getByText(`PR${friend.id}`)).toBeVisible();
  await expectOnly(page, member, { commands: 1, outbox: 1, blobs: 1, slips: 1 });

  // Another member logs in on this phone. The app shows them nothing of the first member's data, and sends
  // none of it.
  await context.setOffline(false);
  await logInOnLoginPage(page, friend);
  await expect(page.getByText(member.bankAccountNo.slice(-4))).toHaveCount(0);
  expect((await fetchLedger(friend)).lines).toEqual([]);

  intercepted.responsesToLose = 0;
  await page.goto('/login');
  await logInAgain(page, member);
  await expect(page.getByText('+55.00')).toBeVisible();
  await expect.poll(async () => (await countRows(page, member)).commands ?? 0).toBe(0);
  expect(intercepted.commandCount).toBe(1);
  expect(await fetchPayouts(member)).toHaveLength(1);
  expect((await fetchLedger(member)).balance).toBe(900 - 350 + 55);
});

/** Opens home and profile, so that the phone stores the member's data. */
async function loadEverything(page: Page, member: Member): Promise<void> {
  await openWithStoredToken(page, member);
  await waitUntilCached(page);
  await tapBar(page, 'โปรไฟล์');
  await expect
    .poll(async () => Object.keys(await countRows(page, member)))
    .toEqual(expect.arrayContaining(['home', 'cursors']));
}

/**
 * Ends the sessions from another device. The phone sees the same as after an expiry or a changed password.
 */
async function endOtherSessions(member: Member): Promise<void> {
  const token = await logInByApi(member);
  const path = '/api/account/sessions';
  const { sessions } = await callApi<{ sessions: { _id: string; current: boolean }[] }>(
    'GET',
    path,
    undefined,
    token,
  );
  for (const { _id, current } of sessions)
    if (!current) await callApi('DELETE', `${path}/${_id}`, { password: member.password }, token);
}

async function logInAgain(page: Page, member: Member): Promise<void> {
  await page.getByLabel('เบอร์โทรศัพท์').fill(member.phone);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'เข้าสู่ระบบ' }).click();
  await page.waitForURL('**/user/**');
}

/** Expects these rows, and nothing else of the member, on the phone. */
async function expectOnly(page: Page, member: Member, rows: Record<string, number>): Promise<void> {
  await expect.poll(() => countRows(page, member)).toEqual(rows);
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  for (const text of ['token', 'last_sync', 'hide-amounts', member.phone, member.bankAccountNo])
    expect(stored).not.toContain(text);
  expect(await readDeviceData(page)).not.toContain(member.bankAccountNo);
}

/** Returns the number of rows in the member's database by table, without empty tables. */
function countRows(page: Page, member: Member): Promise<Record<string, number>> {
  return page.evaluate(async (name) => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error as Error);
    });
    const counts = await Promise.all(
      [...db.objectStoreNames].map(async (store) => {
        const request = db.transaction(store).objectStore(store).count();
        await new Promise((resolve) => (request.onsuccess = resolve));
        return [store, request.result] as const;
      }),
    );
    db.close();
    return Object.fromEntries(counts.filter(([, count]) => count > 0));
  }, `w_${member.id}`);
}

/** Returns the content of the phone's own database as text. The ended session must not be in it. */
function readDeviceData(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('device');
      request.onsuccess = () => resolve(request.result);
    });
    const request = db.transaction('sessions').objectStore('sessions').getAll();
    await new Promise((resolve) => (request.onsuccess = resolve));
    db.close();
    return JSON.stringify(request.result);
  });
}

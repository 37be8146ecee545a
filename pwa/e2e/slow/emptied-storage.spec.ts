/**
 * The browser clears a store under an open page, or between two pages. Queued items are restored while the
 * page has their data, and otherwise reported as lost. The member can continue in both cases.
 */
import type { Page } from '@playwright/test';
import { keepTogether } from '../../src/i18n/keep-together';
import { fetchLedger, fundWallet, createMember, type Member } from '../api';
import { closeSheet, expect, closeOutcomeSheet, uploadSlip, logInOnLoginPage, test } from '../journey';
import { openWithdrawConfirmation, confirmButton, dialog } from '../money';
import { fetchPayouts, makeBankTransfer, type Picture } from '../sandbox';

const SENDING = '**/api/wallet/slip';

// `page.route` does not affect the worker's requests, and a worker would send the slip that has to wait here.
// The worker's Workbox databases also delay a deletion by a page. They do not delay a deletion by the
// browser.
test.use({ serviceWorkers: 'block' });

/** Ways in which a browser that needs space clears a site's data. */
const CLEARINGS: Record<string, (page: Page) => Promise<unknown>> = {
  'all rows of its databases': (page) =>
    page.evaluate(async () => {
      const done = (request: IDBRequest) => new Promise((resolve) => (request.onsuccess = resolve));
      for (const { name } of await indexedDB.databases()) {
        const opening = indexedDB.open(name!);
        await done(opening);
        const db = opening.result;
        const all = [...db.objectStoreNames];
        const clearing = db.transaction(all, 'readwrite');
        for (const each of all) clearing.objectStore(each).clear();
        await new Promise((resolve) => (clearing.oncomplete = resolve));
        db.close();
      }
    }),
  'its databases': (page) =>
    page.evaluate(async () => {
      for (const { name } of await indexedDB.databases())
        await new Promise((resolve) => (indexedDB.deleteDatabase(name!).onsuccess = resolve));
    }),
};

for (const [stores, clear] of Object.entries(CLEARINGS)) {
  test(`a browser that empties ${stores} while a slip waits loses nothing: the slip is put back and credited once`, async ({
    page,
  }) => {
    const { member } = await createWaitingSlip(page);

    await clear(page);
    await page.unroute(SENDING);

    await expect(dialog(page).getByText(keepTogether('90.00 บาท เข้ากระเป๋าแล้ว'))).toBeVisible({
      timeout: 60_000,
    });
    await closeOutcomeSheet(page);
    await withdraw200(page, member, 590);
  });

  test(`a browser that empties ${stores} between two pages shows that the slip is lost, and it is submitted again`, async ({
    page,
  }) => {
    const { member, picture } = await createWaitingSlip(page);

    // A page of the site without the app, so that nothing is restored.
    await page.goto('/api/lookup/active');
    await clear(page);
    await page.unroute(SENDING);
    await page.goto('/user/home');
    await page.getByRole('button', { name: /^มี.1.รายการรอคุณตรวจสอบ/ }).click();
    await expect(dialog(page).getByText('หายจากเครื่องนี้')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'เลือกรูปใหม่' }).click();
    await uploadSlip(page, picture);

    await expect(dialog(page).getByText(keepTogether('90.00 บาท เข้ากระเป๋าแล้ว'))).toBeVisible({
      timeout: 60_000,
    });
    await closeOutcomeSheet(page);
    await page.getByRole('button', { name: /^มี.1.รายการรอคุณตรวจสอบ/ }).click();
    await dialog(page).getByRole('button', { name: 'เข้าใจแล้ว' }).click();
    await expect(dialog(page).getByText('หายจากเครื่องนี้')).toHaveCount(0);
    await expect.poll(async () => (await fetchLedger(member)).balance).toBe(590);
  });
}

test('a browser that empties local storage leads to the login, and the queue is sent after the login', async ({
  page,
}) => {
  const { member } = await createWaitingSlip(page);

  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.reload();
  await page.waitForURL('**/login**');
  await page.unroute(SENDING);
  // The login returns to where the member was.
  await page.getByLabel('เบอร์โทรศัพท์').fill(member.phone);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'เข้าสู่ระบบ' }).click();

  await expect(dialog(page)).toBeVisible();
  await expect.poll(async () => (await fetchLedger(member)).balance, { timeout: 60_000 }).toBe(590);
  await closeSheet(page);
  await withdraw200(page, member, 590);
});

/** Creates a member with 500 baht, and a slip of 90 baht that the network does not send. */
async function createWaitingSlip(page: Page): Promise<{ member: Member; picture: Picture }> {
  const member = await createMember();
  await fundWallet(member, 500);
  await logInOnLoginPage(page, member);
  await expect(page.getByText('500.00').first()).toBeVisible();
  const { picture } = await makeBankTransfer(member, 90);
  await page.route(SENDING, (route) => route.abort());
  await uploadSlip(page, picture);
  await expect(dialog(page).getByText(keepTogether('ยังไม่ได้ส่ง')).first()).toBeVisible();
  return { member, picture };
}

async function withdraw200(page: Page, member: Member, before: number): Promise<void> {
  await openWithdrawConfirmation(page, '200');
  await confirmButton(page).click();
  await expect(dialog(page).getByText(keepTogether('ถอน 200.00 บาทสำเร็จ')).last()).toBeVisible();
  await closeOutcomeSheet(page);
  expect(await fetchPayouts(member)).toHaveLength(1);
  expect((await fetchLedger(member)).balance).toBe(before - 200);
}

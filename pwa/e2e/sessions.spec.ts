import { fetchLedger, createMember } from './api';
import {
  waitUntilCached,
  expect,
  closeOutcomeSheet,
  uploadSlip,
  openWithStoredToken,
  test,
  WITH_WORKER,
} from './journey';
import { dialog } from './money';
import { makeBankTransfer } from './sandbox';

test.use(WITH_WORKER);

// Two sessions with a slip each take longer than other journeys.
// spec 4.8
test('a logout with an unsent slip offers to stay, to send it first, and to discard all data of the member', async ({
  page,
  context,
}) => {
  const member = await createMember();
  const tapInSheet = (name: string | RegExp) => dialog(page).getByRole('button', { name }).click();
  /** Queues a slip that cannot be sent, and opens the sheet that asks what to do with it. */
  const logOutWithSlip = async (amount: number) => {
    await openWithStoredToken(page, member);
    await waitUntilCached(page);
    await context.setOffline(true);
    await uploadSlip(page, (await makeBankTransfer(member, amount)).picture);
    await expect(page.getByText(/ยังไม่ได้ส่ง/)).toBeVisible();
    await closeOutcomeSheet(page);
    await page.getByRole('button', { name: 'ออกจากระบบ' }).click();
    await expect(dialog(page).getByText(/สลิปหรือข้อความ 1\sรายการยังไม่ได้ส่ง/)).toBeVisible();
  };

  await logOutWithSlip(80);
  await tapInSheet('ยกเลิก');
  await expect(dialog(page)).toHaveCount(0);
  await context.setOffline(false);
  await page.getByRole('button', { name: 'ออกจากระบบ' }).click();
  // The slip may have been sent automatically meanwhile.
  await tapInSheet(/^(ส่งก่อนแล้วออก|ออกจากระบบ)$/);
  await expect(page).toHaveURL(/\/login/);
  await expect.poll(async () => (await fetchLedger(member)).balance).toBe(80);

  await logOutWithSlip(90);
  await tapInSheet('ส่งก่อนแล้วออก');
  await expect(
    dialog(page)
      .getByRole('alert')
      .getByText(/ยังส่งไม่ครบ เหลือ 1\sรายการ/),
  ).toBeVisible();
  await tapInSheet('ลบที่ยังไม่ส่ง 1 รายการแล้วออก');
  await expect(page).toHaveURL(/\/login/);
  const databases = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  expect(databases.filter((name) => name?.startsWith('w_'))).toEqual([]);
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  for (const text of ['token', 'last_sync', member.phone, member.bankAccountNo])
    expect(stored).not.toContain(text);

  await context.setOffline(false);
  await openWithStoredToken(page, member);
  await expect(page.getByText('+80.00')).toBeVisible();
  expect((await fetchLedger(member)).balance).toBe(80);
});

import type { Page } from '@playwright/test';
import { booksOf, Cashier, newAccountNo, newMember } from './api';
import { cached, closeSheet, expect, finish, handInSlip, logIn, openSlips, tapBar, test } from './journey';
import { forgedSlip, transfer, type Picture } from './world';

// spec 1.14b, 2.61, 2.87b, 8.24, P2.15
test('each wrong slip ends with its own reason, in words and in the table', async ({ page }) => {
  const member = await newMember();
  await logIn(page, member);
  const { transRef, picture } = await transfer(member, 60);
  const stranger = { ...member, bankAccountNo: newAccountNo(), bankAccountName: 'SOMSAK RAKDEE' };
  const elsewhere = await transfer(member, 61, { toAccountNo: '5554443332' });
  const old = await transfer(member, 62, { at: new Date(Date.now() - 2 * 60 * 60_000).toISOString() });

  await handInSlip(page, picture);
  await expect(page.getByText('60.00 บาท เข้ากระเป๋าแล้ว')).toBeVisible({ timeout: 30_000 });
  await finish(page);

  await refused(page, await again(transRef), 'สลิปนี้เคยใช้แล้ว');
  await refused(page, (await transfer(stranger, 63)).picture, 'บัญชีผู้โอนไม่ตรงกับบัญชีของคุณ');
  await refused(page, elsewhere.picture, 'บัญชีปลายทางไม่ถูกต้อง');
  await refused(page, old.picture, 'สลิปเกินเวลาที่กำหนด');
  expect((await booksOf(member)).balance).toBe(60);
});

// spec P2.5
test('a picture without a QR gets an early word before it is sent', async ({ page }) => {
  const member = await newMember();
  await logIn(page, member);
  await openSlips(page);
  await page
    .getByTestId('slip-file')
    .first()
    .setInputFiles(await forgedSlip('none'));
  await expect(page.getByText(/ไม่เห็นคิว.?อาร์บนรูปนี้/)).toBeVisible();
  await page
    .getByTestId('slip-file')
    .first()
    .setInputFiles(await forgedSlip('payment'));
  await expect(page.getByText(/คิว.?อาร์บนรูปนี้ไม่ใช่ของสลิปโอนเงิน/)).toBeVisible();
  await page
    .getByTestId('slip-file')
    .first()
    .setInputFiles(await forgedSlip('none'));
  await page.getByRole('button', { name: 'ส่งรูปนี้เลย' }).click();
  await expect(page.getByRole('alert').getByText('รูปสลิปไม่ถูกต้อง')).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'กลับ' }).click();
  await expect(page.getByRole('row').getByText('(รูปสลิปไม่ถูกต้อง)')).toBeVisible();
});

// spec 2.88a, D3.20
test('a slip picked in time but sent late waits for a cashier, and the member sees it settled', async ({
  page,
  context,
}) => {
  const member = await newMember();
  await logIn(page, member);
  await cached(page);
  // Half an hour old when it is picked; it leaves the phone only an hour later.
  const { picture } = await transfer(member, 321.5, { at: new Date(Date.now() - 90 * 60_000).toISOString() });
  await context.setOffline(true);
  await page.clock.install({ time: Date.now() - 60 * 60_000 });
  await page.reload();
  await handInSlip(page, picture);
  await page.clock.setSystemTime(Date.now());
  await context.setOffline(false);
  await page.reload();
  await openSlips(page);
  const row = page.getByRole('row').filter({ hasText: /321\.50|ยังไม่ทราบยอด/ });
  await expect(row.getByText(/รอเจ้า.?หน้าที่/)).toBeVisible({ timeout: 30_000 });
  expect((await booksOf(member)).balance).toBe(0);

  const cashier = await Cashier.signIn();
  const mine = (await cashier.waiting()).filter((slip) => slip.amount === 321.5);
  expect(mine).toHaveLength(1);
  await cashier.settle(mine[0]!);

  await page.getByRole('button', { name: 'รีเฟรช' }).click();
  await expect(row.getByText('สำเร็จ')).toBeVisible();
  await closeSheet(page);
  await tapBar(page, 'กระเป๋าของฉัน');
  await expect(page.getByText('+321.50')).toBeVisible();
  expect((await booksOf(member)).balance).toBe(321.5);
});

/** Hands it in, reads the refusal, and finds it again in the table. */
async function refused(page: Page, picture: Picture, reason: string): Promise<void> {
  await handInSlip(page, picture);
  await expect(page.getByRole('alert').getByText(reason)).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'กลับ' }).click();
  await expect(page.getByRole('row').getByText(`(${reason})`)).toBeVisible();
}

/** The same transfer in another picture: the same bytes would be answered as the same slip. */
function again(transRef: string): Promise<Picture> {
  return forgedSlip('edited', { transRef, amount: 600 });
}

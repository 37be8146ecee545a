/** Responsible gaming: breaks, which block play, and the reality check. */
import { fetchLedger, fundWallet, createHolderName, createMember } from './api';
import { closeSheet, expect, openWithStoredToken, tapBar, test } from './journey';

test('a break closes play at once, the deposit sheet shows until when, and money can still be withdrawn', async ({
  page,
}) => {
  const member = await createMember({ bankAccountName: createHolderName() });
  await fundWallet(member, 500);
  await openWithStoredToken(page, member, '/user/profile');
  await page.getByRole('button', { name: 'พักการเล่น' }).click();
  await page.getByText('24 ชั่วโมง', { exact: true }).click();
  await page.getByRole('button', { name: 'พักการเล่น 24 ชั่วโมง' }).click();
  await expect(page.getByText('ไม่มีใครยกเลิกก่อนกำหนดได้')).toBeVisible();
  await page.goBack(); // The back key leads to the choice again.
  await expect(page.getByRole('heading', { name: 'พักสั้น ๆ' })).toBeVisible();
  await page.getByRole('button', { name: 'พักการเล่น 24 ชั่วโมง' }).click();

  await page.getByRole('button', { name: 'พักการเล่น 24 ชั่วโมง' }).click();

  await expect(page.getByRole('dialog').getByText(/ปิดถึง/)).toBeVisible();
  await closeSheet(page);
  await tapBar(page, 'กระเป๋าของฉัน');
  await expect(page.getByText(/พักการเล่นถึง/)).toBeVisible();
  await page.getByRole('button', { name: 'ฝากเงิน' }).click();
  await expect(page.getByRole('dialog').getByText(/พักการเล่นถึง/)).toBeVisible();
  await closeSheet(page);
  await page.getByRole('button', { name: 'ถอนเงิน' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('textbox').fill('200');
  await sheet.getByRole('button', { name: /ถอน 200/ }).click();
  await sheet.getByRole('button', { name: /ถอน 200/ }).click();
  await expect.poll(async () => (await fetchLedger(member)).balance).toBe(300);
});

// spec P8.6
test('the reality check shows the time of use and the net deposit at each interval', async ({ page }) => {
  const member = await createMember();
  await fundWallet(member, 500);
  await page.clock.install();
  await openWithStoredToken(page, member, '/user/profile?sheet=reality');
  await page.getByText('ทุก 15 นาที').click();
  await expect(page.getByText('บันทึกแล้ว')).toBeVisible();
  await closeSheet(page);

  await page.clock.runFor('14:00');
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await page.clock.runFor('02:00');

  const realityCheck = page.getByRole('alertdialog');
  await expect(realityCheck.getByText(/คุณใช้งานมาแล้ว 1[56]\sนาที/)).toBeVisible();
  await expect(realityCheck.getByText('ฝากสุทธิ')).toBeVisible();
  await page.goBack();
  await expect(realityCheck).toHaveCount(0);
  await page.clock.runFor('16:00');
  await realityCheck.getByRole('button', { name: 'ออกจากระบบ' }).click();
  await expect(page.getByRole('dialog').getByRole('heading', { name: 'ออกจากระบบ' })).toBeVisible();
});

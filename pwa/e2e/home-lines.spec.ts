import { fund, newMember } from './api';
import { lateSlip } from './cashier';
import { expect, logIn, tapBar, test } from './journey';
import { codeFor } from './world';

test('a slip that waits for a cashier is a line on home and in the statement', async ({ page }) => {
  const member = await newMember();
  await lateSlip(member, 432);
  await page.goto('/login');
  await logIn(page, member);

  const line = page.getByRole('listitem').filter({ hasText: 'จากสลิปที่ส่ง' });
  await expect(line).toContainText(/รอเจ้า.?หน้าที่/, { timeout: 30_000 });
  await expect(line).not.toContainText('+');
  await tapBar(page, 'รายการ');
  await expect(line).toHaveCount(1);
});

test('the eye covers the latest lines too, and moves nothing', async ({ page }) => {
  const member = await newMember();
  await fund(member, 1234);
  await page.goto('/login');
  await logIn(page, member);
  await expect(page.getByText('+1,234.00')).toBeVisible();
  const top = async () => (await page.getByRole('button', { name: 'ฝากเงิน', exact: true }).boundingBox())!.y;
  const before = await top();

  await page.getByRole('button', { name: 'ซ่อนยอดเงิน' }).click();
  await expect(page.getByText('1,234.00')).toHaveCount(0);
  expect(await top()).toBe(before);
});

test('a number that has an account is told so right after its code, with the way in', async ({ page }) => {
  test.setTimeout(240_000);
  const { phone } = await newMember();
  await page.goto('/register');
  await page.getByLabel('เบอร์โทรศัพท์ 10 หลัก').fill(phone);
  const code = page.locator('input[autocomplete="one-time-code"]');
  // The code that made the account is not a minute old: until then there is no other.
  await expect(async () => {
    await page.getByRole('button', { name: 'ถัดไป' }).click();
    await expect(code).toBeVisible({ timeout: 3000 });
  }).toPass({ timeout: 90_000, intervals: [5000] });
  await code.fill(await codeFor(phone));

  await expect(page.getByText('เบอร์นี้เป็นสมาชิกแล้ว')).toBeVisible();
  await page.getByRole('link', { name: 'ไปหน้าเข้าสู่ระบบ' }).click();
  await expect(page.getByLabel('เบอร์โทรศัพท์')).toHaveValue(new RegExp(phone.slice(-4)));
});

import { createMember } from './api';
import { expect, logInOnLoginPage, test } from './journey';
import { fetchSmsCode } from './sandbox';

const NEW = 'battery staple';

// spec D2.28
test('a forgotten password is replaced with a code to the member’s phone', async ({ page }) => {
  const member = await createMember();
  await page.goto('/login');
  await page.getByRole('link', { name: 'ลืมรหัสผ่าน' }).click();
  await page.getByLabel('เบอร์โทรศัพท์ 10 หลัก').fill(member.phone);
  await page.getByRole('button', { name: 'ขอรหัส' }).click();
  const code = page.getByLabel('รหัส OTP');
  await expect(code).toBeVisible();
  const right = await fetchSmsCode(member.phone);
  await code.fill(right === '000000' ? '111111' : '000000');
  await expect(page.getByText('รหัส OTP ไม่ถูกต้อง กรุณาตรวจดูใน SMS อีกครั้ง')).toBeVisible();
  await code.fill(right);

  await page.getByLabel('รหัสผ่านใหม่', { exact: true }).fill(NEW);
  await page.getByLabel('ยืนยันรหัสผ่านใหม่').fill(NEW);
  await page.getByRole('button', { name: 'บันทึกรหัสผ่านใหม่' }).click();
  await expect(page.getByRole('heading', { name: 'ตั้งรหัสผ่านใหม่แล้ว' })).toBeVisible();
  await page.getByRole('link', { name: 'เข้าสู่ระบบ' }).click();
  await page.waitForURL('**/login');
  await logInOnLoginPage(page, { ...member, password: NEW });
});

import { demoMember, newMember, tokenOf } from './api';
import { expect, logIn, tapBar, test } from './journey';
import { codeFor } from './world';

const NEW = 'battery staple';

// spec 1.15b, 2.80, 2.81a, 2.81b, 2.81c, 5.24, 5.25, 5.26, 8.29c, 8.5
test('changing the password sends nothing until the three fields agree', async ({ page }) => {
  const member = await newMember();
  await logIn(page, member);
  await tapBar(page, 'โปรไฟล์');
  const lock = page.getByRole('button', { name: 'เปลี่ยน รหัสผ่าน' });
  await expect(lock.locator('svg.lucide-lock-keyhole').first()).toBeVisible();
  await lock.click();
  const dialog = page.getByRole('dialog', { name: 'เปลี่ยนรหัสผ่าน' });
  const sent: string[] = [];
  page.on('request', (request) => void (request.url().endsWith('/changepwd') && sent.push(request.method())));
  const save = dialog.getByRole('button', { name: 'บันทึก' });

  await expect(dialog.locator('input[type=password]')).toHaveCount(3);
  await dialog.getByRole('button', { name: 'ยกเลิก' }).click();
  await expect(dialog).toHaveCount(0);
  await lock.click();
  await save.click();
  await expect(dialog.getByText('กรุณากรอกช่องนี้')).toHaveCount(3);
  await dialog.getByLabel('รหัสผ่านเดิม').fill('not this one');
  await dialog.getByLabel('รหัสผ่านใหม่', { exact: true }).fill(NEW);
  await dialog.getByLabel('ยืนยันรหัสผ่านใหม่').fill('something else');
  await save.click();
  await expect(dialog.getByText('รหัสผ่านทั้งสองช่องไม่ตรงกัน')).toBeVisible();
  expect(sent).toEqual([]);

  await dialog.getByLabel('ยืนยันรหัสผ่านใหม่').fill(NEW);
  await save.click();
  const alert = page.getByRole('alertdialog', { name: 'เปลี่ยนรหัสผ่านไม่สำเร็จ' });
  await expect(alert.getByText('รหัสผ่านเดิมไม่ถูกต้อง')).toBeVisible();
  await alert.getByRole('button', { name: 'ตกลง' }).click();
  await expect(alert).toHaveCount(0);
  await dialog.getByLabel('รหัสผ่านเดิม').fill(member.password);
  await save.click();
  await expect(page.getByText('เปลี่ยนรหัสผ่านแล้ว')).toBeVisible();
  await expect(dialog).toHaveCount(0);

  await expect(tokenOf(member)).rejects.toThrow('WRONG_CREDENTIAL');
  expect(await tokenOf({ ...member, password: NEW })).toBeTruthy();

  // A server that cannot tell who is asking sends them to the login.
  await page.route('**/api/account/changepwd', (route) =>
    route.fulfill({ status: 401, json: { message: 'UNAUTHORIZED' } }),
  );
  await lock.click();
  await dialog.getByLabel('รหัสผ่านเดิม').fill(NEW);
  await dialog.getByLabel('รหัสผ่านใหม่', { exact: true }).fill(member.password);
  await dialog.getByLabel('ยืนยันรหัสผ่านใหม่').fill(member.password);
  await save.click();
  await expect(page).toHaveURL(/\/login/);
});

// spec D2.28
test('a forgotten password is set anew with a code to the own phone', async ({ page }) => {
  const member = await demoMember();
  await page.goto('/login');
  await page.getByRole('link', { name: 'ลืมรหัสผ่าน' }).click();
  await page.getByLabel('เบอร์โทรศัพท์ 10 หลัก').fill(member.phone);
  await page.getByRole('button', { name: 'ขอรหัส' }).click();
  const code = page.getByLabel('รหัส OTP');
  await expect(code).toBeVisible();
  const right = await codeFor(member.phone);
  await code.fill(right === '000000' ? '111111' : '000000');
  await expect(page.getByText('รหัส OTP ไม่ถูกต้อง ตรวจดูใน SMS อีกครั้ง')).toBeVisible();
  await code.fill(right);

  await page.getByLabel('รหัสผ่านใหม่', { exact: true }).fill(NEW);
  await page.getByLabel('ยืนยันรหัสผ่านใหม่').fill(NEW);
  await page.getByRole('button', { name: 'บันทึกรหัสผ่านใหม่' }).click();
  await expect(page.getByRole('heading', { name: 'ตั้งรหัสผ่านใหม่แล้ว' })).toBeVisible();
  await page.getByRole('link', { name: 'เข้าสู่ระบบ' }).click();
  await page.waitForURL('**/login');
  await logIn(page, { ...member, password: NEW });
});

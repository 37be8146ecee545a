import type { BrowserContext, Page } from '@playwright/test';
import { createAccountNo, createMember, createPhoneNumber } from './api';
import { serverUrls } from './server';
import { expect, logInOnLoginPage, tapBar, test } from './journey';
import { fetchSmsCode } from './sandbox';

/** Chromium stores this cookie on http://localhost too, which it trusts. */
const PROOF = '__Host-krapao_proof';

// spec 1.4, 2.17, 2.26c
test('a guest registers in four steps with the code from the SMS, which no second tab requests, and logs in', async ({
  page,
  context,
}) => {
  const phone = createPhoneNumber();
  const accountNo = createAccountNo();
  const proof = async () => (await context.cookies()).find(({ name }) => name === PROOF);
  await page.goto('/login');
  await page.getByRole('link', { name: 'สมัครสมาชิก' }).click();
  await enterPhone(page, phone);
  const otp = page.getByLabel('รหัส OTP');
  await otp.waitFor();
  await otp.fill(await readSms(context, phone));
  await expect(page.getByLabel('ชื่อโปรไฟล์')).toBeVisible();

  // A second tab does not have the draft of the first: only the cookie proves the phone there.
  expect(await proof()).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict', path: '/' });
  const tab = await context.newPage();
  await tab.goto('/register');
  await enterPhone(tab, phone);
  await expect(tab.getByLabel('ชื่อโปรไฟล์')).toBeVisible();
  await tab.close();

  await page.getByLabel('ชื่อโปรไฟล์').fill('มะลิ');
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill('correct horse');
  await page.getByLabel('ยืนยันรหัสผ่าน').fill('correct horse');
  await page.getByRole('button', { name: 'รู้จักเราจาก' }).click();
  await page.getByRole('dialog').getByText('เพื่อนแนะนำ').click();
  await page.getByRole('button', { name: 'ถัดไป' }).click();
  await page.getByRole('button', { name: 'ธนาคาร', exact: true }).click();
  await page.getByRole('dialog').getByText('กรุงไทย').click();
  await page.getByLabel('เลขบัญชี').fill(accountNo);
  await page.getByLabel('ชื่อ', { exact: true }).fill('mali');
  await page.getByLabel('นามสกุล').fill('sukjai');
  await expect(page.getByLabel('นามสกุล')).toHaveValue('SUKJAI');
  await page.getByRole('button', { name: 'สมัครสมาชิก' }).click();

  await expect(page.getByRole('heading', { name: 'สมัครสมาชิกแล้ว' })).toBeVisible();
  await page.waitForURL('**/login');
  expect(await proof()).toBeUndefined();
  await logInOnLoginPage(page, { phone, password: 'correct horse' });
  await expect(page.getByText('มะลิ').first()).toBeVisible();
  await tapBar(page, 'โปรไฟล์');
  await expect(page.getByText('MALI SUKJAI', { exact: true })).toBeVisible();
  const shown = `${accountNo.slice(0, 3)}-${accountNo.slice(3, 6)}-${accountNo.slice(6)}`;
  await expect(page.getByText(shown, { exact: true })).toBeVisible();
});

// spec 2.24, 2.25a, 2.25b
test('a friend’s link fills in the invite code, which cannot be edited', async ({ page }) => {
  const { id } = await createMember();
  const code = `PR${id}`;
  const phone = createPhoneNumber();
  await page.goto(`/register?code=${code}`);
  await expect(page.getByText(`รหัส ${code}`)).toBeVisible();
  await enterPhone(page, phone);
  const otp = page.getByLabel('รหัส OTP');
  await otp.waitFor();
  await otp.fill(await fetchSmsCode(phone));

  const field = page.getByLabel('รหัสผู้แนะนำ');
  await expect(field).toHaveValue(code);
  await expect(field).toHaveAttribute('readonly');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('code'))).toBe(code);
});

async function enterPhone(page: Page, phone: string): Promise<void> {
  await page.getByLabel('เบอร์โทรศัพท์ 10 หลัก').fill(phone);
  await page.getByRole('button', { name: 'ถัดไป' }).click();
}

/** Reads the SMS on the sandbox's web page, which is meant for users who try the app. */
async function readSms(context: BrowserContext, phone: string): Promise<string> {
  const sms = await context.newPage();
  await sms.goto(serverUrls.sandbox);
  await sms.locator('#sms').getByRole('textbox').fill(phone);
  await sms.getByRole('button', { name: /ดู/ }).click();
  const code = await sms
    .locator('#messages li')
    .filter({ hasText: phone })
    .locator('strong')
    .first()
    .innerText();
  await sms.close();
  return code;
}

import type { Page } from '@playwright/test';
import { api, newAccountNo, newMember, newPhone, tokenOf } from './api';
import { house } from './house';
import { expect, logIn, tapBar, test } from './journey';
import { codeFor } from './world';

/** Kept by Chromium on http://localhost as well, which it trusts. */
const PROOF = '__Host-krapao_proof';

// spec 1.4, 2.17, 2.20a, 2.20b, 2.20c, 2.20d, 2.21, 2.22a, 2.22b, 2.22c, 2.26c, 3.1g, 5.5, 5.9
test('a visitor registers in four steps, the code read from the SMS', async ({ page, context }) => {
  const phone = newPhone();
  await page.goto('/login');
  await page.getByRole('link', { name: 'สมัครสมาชิก' }).click();

  await page.getByLabel('เบอร์โทรศัพท์ 10 หลัก').fill(phone.slice(0, 9));
  await page.getByRole('button', { name: 'ถัดไป' }).click();
  await expect(page.getByText('เบอร์โทรศัพท์ต้องมี 10 หลัก')).toBeVisible();
  await page.getByLabel('เบอร์โทรศัพท์ 10 หลัก').fill(phone);
  await page.getByRole('button', { name: 'ถัดไป' }).click();

  await expect(page.getByRole('heading', { name: 'ใส่รหัสจาก SMS' })).toBeVisible();
  const sms = await context.newPage();
  await sms.goto(house.world);
  await sms.locator('#sms').getByRole('textbox').fill(phone);
  await sms.getByRole('button', { name: /ดู/ }).click();
  const code = await sms
    .locator('#messages li')
    .filter({ hasText: phone })
    .locator('strong')
    .first()
    .innerText();
  await sms.close();
  await page.getByLabel('รหัส OTP').fill(code);

  await page.getByLabel('ชื่อโปรไฟล์').fill('มะลิ');
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill('Password1!');
  await page.getByLabel('ยืนยันรหัสผ่าน').fill('Password1!');
  await page.getByRole('button', { name: 'รู้จักเราจาก' }).click();
  await page.getByRole('dialog').getByText('เพื่อนแนะนำ').click();
  await page.getByRole('button', { name: 'ถัดไป' }).click();
  await expect(page.getByText('รหัสผ่านนี้คนอื่นเดาได้ง่าย', { exact: false })).toBeVisible();
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill('correct horse');
  await page.getByLabel('ยืนยันรหัสผ่าน').fill('correct mouse');
  await page.getByRole('button', { name: 'ถัดไป' }).click();
  await expect(page.getByText('รหัสผ่านทั้งสองช่องไม่ตรงกัน')).toBeVisible();
  await page.getByLabel('ยืนยันรหัสผ่าน').fill('correct horse');
  await page.getByRole('button', { name: 'ถัดไป' }).click();

  await page.getByRole('button', { name: 'ธนาคาร', exact: true }).click();
  await page.getByRole('dialog').getByText('กรุงไทย').click();
  const accountNo = newAccountNo();
  await page.getByLabel('เลขบัญชี').fill(accountNo);
  await page.getByLabel('ชื่อ', { exact: true }).fill('มะลิ');
  await page.getByLabel('นามสกุล').fill('สุขใจ');
  await page.getByRole('button', { name: 'สมัครสมาชิก' }).click();
  await expect(page.getByText('ชื่อบัญชีธนาคารต้องเป็นภาษาอังกฤษเท่านั้น').first()).toBeVisible();
  await page.getByLabel('ชื่อ', { exact: true }).fill('mali');
  await page.getByLabel('นามสกุล').fill('sukjai');
  await expect(page.getByLabel('นามสกุล')).toHaveValue('SUKJAI');
  await page.getByRole('button', { name: 'สมัครสมาชิก' }).click();

  await expect(page.getByRole('heading', { name: 'สมัครสมาชิกแล้ว' })).toBeVisible();
  await page.waitForURL('**/login');
  expect((await context.cookies()).map(({ name }) => name)).not.toContain(PROOF);
  await logIn(page, { phone, password: 'correct horse' });
  await expect(page.getByText('มะลิ').first()).toBeVisible();
  await tapBar(page, 'โปรไฟล์');
  await expect(page.getByText('MALI SUKJAI', { exact: true })).toBeVisible();
  const shown = `${accountNo.slice(0, 3)}-${accountNo.slice(3, 6)}-${accountNo.slice(6)}`;
  await expect(page.getByText(shown, { exact: true })).toBeVisible();
});

test('the browser that typed the code is the one that need not type it again', async ({
  page,
  context,
  browser,
}) => {
  const phone = newPhone();
  const begin = async (tab: Page) => {
    await tab.goto('/register');
    await tab.getByLabel('เบอร์โทรศัพท์ 10 หลัก').fill(phone);
    await tab.getByRole('button', { name: 'ถัดไป' }).click();
  };
  await begin(page);
  await page.getByLabel('รหัส OTP').fill(await codeOf(phone));
  await expect(page.getByLabel('ชื่อโปรไฟล์')).toBeVisible();
  const proof = (await context.cookies()).find(({ name }) => name === PROOF);
  expect(proof).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict', path: '/' });

  // A new tab has no draft: only the cookie can tell.
  const tab = await context.newPage();
  await begin(tab);
  await expect(tab.getByLabel('ชื่อโปรไฟล์')).toBeVisible();

  const stranger = await browser.newContext();
  const elsewhere = await stranger.newPage();
  await begin(elsewhere);
  await expect(elsewhere.getByText(/กรุณารอประมาณ 1 นาที|ใส่รหัสจาก SMS/).first()).toBeVisible();
  await expect(elsewhere.getByLabel('ชื่อโปรไฟล์')).toHaveCount(0);
  await stranger.close();
});

// spec 4.7
test('with remember-me the token outlives the session, without it does not', async ({ page }) => {
  const member = await newMember();
  const tokens = () => page.evaluate(() => [localStorage.getItem('token'), sessionStorage.getItem('token')]);

  await logIn(page, member, { remember: false });
  expect(await tokens()).toEqual([null, expect.any(String)]);
  await page.reload();
  await expect(page).toHaveURL(/user\/home/);

  await page.goto('/login');
  await page.getByLabel('เบอร์โทรศัพท์').fill(member.phone);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'เข้าสู่ระบบ' }).click();
  await page.waitForURL('**/user/home');
  expect(await tokens()).toEqual([expect.any(String), null]);
});

test('a wrong password is said in words, which go with the next letter', async ({ page }) => {
  const { phone } = await newMember();
  await page.goto('/login');
  await page.getByLabel('เบอร์โทรศัพท์').fill(phone);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill('wrong password');
  await page.getByRole('button', { name: 'เข้าสู่ระบบ' }).click();
  const refusal = page.getByText('เบอร์โทรศัพท์หรือรหัสผ่านไม่ถูกต้อง');
  await expect(refusal).toBeVisible();
  await page.getByLabel('รหัสผ่าน', { exact: true }).press('End');
  await page.getByLabel('รหัสผ่าน', { exact: true }).pressSequentially('x');
  await expect(refusal).toHaveCount(0);
});

// spec 2.20e, 2.24, 2.25a, 2.25b, 3.38e
test("a friend's link brings the invite code, which cannot be edited", async ({ page }) => {
  const friend = await newMember();
  const code = `PR${friend.id}`;
  const phone = newPhone();
  await page.goto(`/register?code=${code}`);
  await expect(page.getByText(`รหัส ${code}`)).toBeVisible();
  await page.getByLabel('เบอร์โทรศัพท์ 10 หลัก').fill(phone);
  await page.getByRole('button', { name: 'ถัดไป' }).click();
  await page.getByLabel('รหัส OTP').fill(await codeOf(phone));
  const field = page.getByLabel('รหัสผู้ชวน');
  await expect(field).toHaveValue(code);
  await expect(field).toHaveAttribute('readonly');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('code'))).toBe(code);
  // The friend's own account is as it was.
  const { profile } = await api<{ profile: { _id: string } }>(
    'GET',
    '/api/account/profile',
    undefined,
    await tokenOf(friend),
  );
  expect(profile._id).toBe(friend.id);
});

for (const [what, link] of [
  ['with a sign that no code has', 'PR8K2M4.'],
  ['that nobody has', '"pr9k3m4xq"'],
] as const) {
  test(`an invite link ${what} blocks nobody, is said to be wrong, and can be removed`, async ({ page }) => {
    const phone = newPhone();
    await page.goto(`/register?code=${encodeURIComponent(link)}`);
    await page.getByLabel('เบอร์โทรศัพท์ 10 หลัก').fill(phone);
    await page.getByRole('button', { name: 'ถัดไป' }).click();
    await page.getByLabel('รหัส OTP').fill(await codeOf(phone));

    // Said as soon as the server says it: before anything else is filled in.
    await expect(page.getByText('ไม่พบรหัสจากลิงก์นี้', { exact: false })).toBeVisible();
    await page.getByLabel('ชื่อโปรไฟล์').fill('มะลิ');
    await page.getByLabel('รหัสผ่าน', { exact: true }).fill('correct horse');
    await page.getByLabel('ยืนยันรหัสผ่าน').fill('correct horse');
    // No source is chosen: it may be left out.
    await page.getByRole('button', { name: 'ถัดไป' }).click();
    await expect(page.getByLabel('เลขบัญชี')).toBeVisible();

    await page.goBack();
    await page.getByRole('button', { name: 'ไม่ใช้รหัสนี้' }).click();
    await expect(page.getByLabel('รหัสผู้ชวน (ถ้ามี)')).toHaveValue('');
    await expect(page.getByLabel('รหัสผู้ชวน (ถ้ามี)')).toBeEditable();
    await expect(page.getByText('ไม่พบรหัสจากลิงก์นี้', { exact: false })).toHaveCount(0);
    expect(await page.evaluate(() => localStorage.getItem('code'))).toBeNull();

    await page.getByRole('button', { name: 'ถัดไป' }).click();
    await page.getByRole('button', { name: 'ธนาคาร', exact: true }).click();
    await page.getByRole('dialog').getByText('ไทยพาณิชย์').click();
    await page.getByLabel('เลขบัญชี').fill(newAccountNo().slice(0, 9));
    await expect(page.getByText('ส่วนใหญ่มี 10 หลัก', { exact: false })).toBeVisible();
    await page.getByLabel('ชื่อ', { exact: true }).fill('มะลิ');
    await page.getByLabel('นามสกุล').fill('สุขใจ');
    await page.getByRole('button', { name: 'สมัครสมาชิก' }).click();
    await expect(page.getByRole('heading', { name: 'สมัครสมาชิกแล้ว' })).toBeVisible();
  });
}

/** The SMS is on its way while the page turns. */
async function codeOf(phone: string): Promise<string> {
  let code = '';
  await expect(async () => (code = await codeFor(phone))).toPass();
  return code;
}

import type { Page } from '@playwright/test';
import { callApi, callAsMember, fetchLedger, fundWallet, createMember, logInByApi, type Member } from './api';
import { expect, logInOnLoginPage, openWithStoredToken, test } from './journey';
import { openWithdrawConfirmation, confirmButton, dialog, InterceptedCall } from './money';
import { FingerprintReader } from './fingerprint-reader';
import { fetchPayouts } from './sandbox';
import { keepTogether } from '../src/i18n/keep-together';

const WINDOWS = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';

/** Creates a member with a passkey, and leaves the passkeys sheet open. */
async function createMemberWithPasskey(page: Page): Promise<{ member: Member; reader: FingerprintReader }> {
  const member = await createMember();
  const reader = await FingerprintReader.on(page);
  await openWithStoredToken(page, member, '/user/profile');
  await addPasskey(page, member);
  return { member, reader };
}

/** Creates a passkey on the profile. */
async function addPasskey(page: Page, member: Member): Promise<void> {
  await page.getByRole('button', { name: keepTogether('พาสคีย์') }).click();
  await dialog(page)
    .getByRole('button', { name: keepTogether('เพิ่มพาสคีย์') })
    .click();
  await dialog(page).getByLabel('รหัสผ่านของคุณ').fill(member.password);
  await dialog(page)
    .getByRole('button', { name: keepTogether('เพิ่มพาสคีย์') })
    .click();
  await expect(page.getByText(keepTogether('เพิ่มพาสคีย์แล้ว'))).toBeVisible();
  // The history step back from the form is still under way. It would abort the opening of another page.
  await expect
    .poll(() => page.evaluate(() => (history.state as { layer?: number } | null)?.layer ?? 0))
    .toBe(0);
}

/**
 * Logs out, and removes the note that a passkey was used on this phone. Otherwise the login page would wait
 * for a passkey in its field. Chromium's virtual authenticator needs no touch, so it would select a passkey
 * at once.
 */
async function logOut(page: Page): Promise<void> {
  await page.goto('/user/profile?sheet=logout');
  await page.evaluate(() => localStorage.removeItem('passkey-used'));
  await dialog(page)
    .getByRole('button', { name: /^(ส่งก่อนแล้วออก|ออกจากระบบ)$/ })
    .click();
  await expect(page).toHaveURL(/\/login/);
}

const passkeyButton = (page: Page) => page.getByRole('button', { name: keepTogether('ใช้พาสคีย์') });

const readTokens = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('token'), sessionStorage.getItem('token')]);

// Three passkey prompts and a payout take longer than other journeys.
// spec D2.29
test('a passkey is made with the password, logs in, confirms a withdrawal, ends a device’s session, and is removed', async ({
  page,
}) => {
  const { member, reader } = await createMemberWithPasskey(page);
  await fundWallet(member, 500);
  await expect(dialog(page).getByText('ยังไม่เคยใช้')).toBeVisible();
  expect(await reader.countKeys()).toBe(1);

  await logOut(page);
  await passkeyButton(page).click();
  await page.waitForURL('**/user/home**');
  expect(await readTokens(page)).toEqual([expect.any(String), null]);
  await page.getByRole('button', { name: 'ยอมรับ' }).click();
  await expect(dialog(page)).toHaveCount(0);

  const intercepted = await InterceptedCall.on(page, 'POST', '/api/wallet/withdrawAll');
  intercepted.refuse(1, 401, 'EXPIRED_AUTH_TOKEN');
  await openWithdrawConfirmation(page, '200');
  await confirmButton(page).click();
  await dialog(page)
    .getByRole('button', { name: keepTogether('ใช้พาสคีย์แทน') })
    .click();
  await expect(dialog(page).getByText('ถอน 200.00 บาทสำเร็จ').last()).toBeVisible();
  expect(intercepted.commandCount).toBe(1);
  expect(await fetchPayouts(member)).toHaveLength(1);
  expect((await fetchLedger(member)).balance).toBe(300);

  const other = await logInByApi(member, WINDOWS);
  await page.goto('/user/profile?sheet=passkeys');
  await dialog(page).getByRole('button', { name: 'ดูเครื่องที่เข้าสู่ระบบ' }).click();
  const device = dialog(page).getByRole('listitem').filter({ hasText: 'Windows' });
  await device.getByRole('button', { name: 'ให้ออกจากระบบ' }).click();
  await device.getByRole('button', { name: keepTogether('ใช้พาสคีย์แทน') }).click();
  await expect(page.getByText('เครื่องนั้นออกจากระบบแล้ว')).toBeVisible();
  await expect(device).toHaveCount(0);
  await expect(callApi('GET', '/api/wallet', undefined, other)).rejects.toThrow('invalid-token');

  await page.goto('/user/profile?sheet=passkeys');
  await dialog(page).getByRole('button', { name: /^ลบ / }).click();
  await dialog(page).getByLabel('รหัสผ่านของคุณ').fill(member.password);
  await dialog(page).getByRole('button', { name: 'ยืนยันการลบ' }).click();
  await expect(dialog(page).getByText(keepTogether('ยังไม่มีพาสคีย์'))).toBeVisible();
});

test('a cancelled passkey login shows no error; a passkey login offline or with a removed passkey shows what to do', async ({
  page,
  context,
}) => {
  const { member, reader } = await createMemberWithPasskey(page);
  await logOut(page);
  const alert = page.getByRole('alert');

  await reader.setFinger(false);
  await passkeyButton(page).click();
  await expect(passkeyButton(page)).not.toHaveAttribute('aria-busy', 'true');
  await expect(alert).toHaveCount(0);

  await reader.setFinger(true);
  await context.setOffline(true);
  await passkeyButton(page).click();
  await expect(alert).toBeVisible();
  await context.setOffline(false);

  const path = '/api/account/passkeys';
  const { passkeys } = await callAsMember<{ passkeys: { _id: string }[] }>(member, 'GET', path);
  await callAsMember(member, 'DELETE', `${path}/${passkeys[0]!._id}`, { password: member.password });
  await passkeyButton(page).click();
  await expect(alert).toContainText(keepTogether('พาสคีย์นี้ใช้กับบัญชีไม่ได้แล้ว กรุณาใช้รหัสผ่าน'));
  expect(await readTokens(page)).toEqual([null, null]);
  await logInOnLoginPage(page, member);
});

test('the phone number field offers a passkey if one was used before', async ({ page }) => {
  await createMemberWithPasskey(page);
  expect(await page.evaluate(() => localStorage.getItem('passkey-used'))).not.toBeNull();
  await logOut(page);
  await expect(page.getByLabel('เบอร์โทรศัพท์')).toHaveAttribute('autocomplete', 'username webauthn');
  await page.evaluate(() => localStorage.setItem('passkey-used', '1'));

  await page.reload();

  await page.waitForURL('**/user/home**');
});

// spec 1.15b
test('changing the password opens the passkeys sheet; the passkeys stay valid, also in a tab without "keep me logged in"', async ({
  page,
}) => {
  const { member } = await createMemberWithPasskey(page);
  await page.goto('/user/profile?sheet=password');
  await dialog(page).getByLabel('รหัสผ่านเดิม').fill(member.password);
  await dialog(page).getByLabel('รหัสผ่านใหม่', { exact: true }).fill('battery staple');
  await dialog(page).getByLabel('ยืนยันรหัสผ่านใหม่').fill('battery staple');
  await dialog(page).getByRole('button', { name: 'บันทึก' }).click();
  await expect(page.getByText('เปลี่ยนรหัสผ่านแล้ว')).toBeVisible();
  await expect(logInByApi(member)).rejects.toThrow('WRONG_CREDENTIAL');
  expect(await logInByApi({ ...member, password: 'battery staple' })).toBeTruthy();

  await expect(page.getByRole('dialog', { name: keepTogether('พาสคีย์') })).toContainText('ลบรายการที่ไม่ใช่ของคุณ');
  await dialog(page)
    .getByRole('button', { name: /^เปลี่ยนชื่อ / })
    .click();
  await dialog(page).getByLabel(keepTogether('ชื่อพาสคีย์')).fill('โทรศัพท์ของฉัน');
  await dialog(page).getByRole('button', { name: 'บันทึกชื่อ' }).click();
  await expect(dialog(page).getByText('โทรศัพท์ของฉัน')).toBeVisible();

  await logOut(page);
  await page.getByLabel('จดจำการเข้าสู่ระบบในเครื่องนี้').setChecked(false);
  await passkeyButton(page).click();
  await page.waitForURL('**/user/home**');
  expect(await readTokens(page)).toEqual([null, expect.any(String)]);
});

// Two passkey prompts and two logouts take longer than other journeys.
test('a Chromium signature is valid once, and a passkey’s copy with an old counter disables the passkey', async ({
  page,
}) => {
  const { member, reader } = await createMemberWithPasskey(page);
  await logOut(page);
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/login/passkey'));
  await passkeyButton(page).click();
  await page.waitForURL('**/user/home**');
  const body: unknown = (await sent).postDataJSON();
  await page.getByRole('button', { name: 'ยอมรับ' }).click();

  await expect(callApi('POST', '/api/login/passkey', body)).rejects.toThrow('PASSKEY_INVALID');

  await logOut(page);
  await reader.replaceByCopy(0);
  await passkeyButton(page).click();
  await expect(page.getByRole('alert')).toContainText(keepTogether('พาสคีย์นี้ถูกระงับ'));
  expect(await readTokens(page)).toEqual([null, null]);
  const path = '/api/account/passkeys';
  const { passkeys } = await callAsMember<{ passkeys: { stopped: boolean }[] }>(member, 'GET', path);
  expect(passkeys.map(({ stopped }) => stopped)).toEqual([true]);
});

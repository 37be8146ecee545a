import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { api, booksOf, fund, newMember, tokenOf, type Member } from './api';
import { cached, expect, logIn, tapBar, test } from './journey';
import { askToWithdraw, confirmButton, dialog, Watched } from './money';
import { Reader } from './reader';
import { payoutsTo } from './world';
import { hold } from '../src/i18n/hold';

async function addPasskey(page: Page, member: Member): Promise<void> {
  await tapBar(page, 'โปรไฟล์');
  await page.getByRole('button', { name: hold('พาสคีย์') }).click();
  await dialog(page)
    .getByRole('button', { name: hold('เพิ่มพาสคีย์') })
    .click();
  await dialog(page).getByLabel('รหัสผ่านของคุณ').fill(member.password);
  await dialog(page)
    .getByRole('button', { name: hold('เพิ่มพาสคีย์') })
    .click();
  await expect(page.getByText(hold('เพิ่มพาสคีย์แล้ว'))).toBeVisible();
}

/**
 * Leaves the phone as one where no passkey was used yet: else the login page would wait for one to be
 * chosen in its field, and Chromium's reader, which nobody has to touch, would choose at once.
 */
async function logOut(page: Page): Promise<void> {
  await page.goto('/user/profile?sheet=logout');
  await page.evaluate(() => localStorage.removeItem('passkey-used'));
  await dialog(page)
    .getByRole('button', { name: /^(ส่งก่อนแล้วออก|ออกจากระบบ)$/ })
    .click();
  await expect(page).toHaveURL(/\/login/);
}

const byPasskey = (page: Page) => page.getByRole('button', { name: hold('ใช้พาสคีย์') });

test('a passkey is made with the password, logs in, moves money after a rest, and is removed', async ({
  page,
}) => {
  const member = await newMember();
  await fund(member, 500);
  const reader = await Reader.on(page);
  await logIn(page, member);
  await tapBar(page, 'โปรไฟล์');
  await page.getByRole('button', { name: hold('พาสคีย์') }).click();
  await expect(dialog(page).getByText(hold('ยังไม่มีพาสคีย์'))).toBeVisible();
  await dialog(page)
    .getByRole('button', { name: hold('เพิ่มพาสคีย์') })
    .click();
  await dialog(page).getByLabel('รหัสผ่านของคุณ').fill('not this one');
  await dialog(page)
    .getByRole('button', { name: hold('เพิ่มพาสคีย์') })
    .click();
  await expect(dialog(page).getByText('รหัสผ่านไม่ถูกต้อง')).toBeVisible();
  expect(await reader.keys()).toBe(0);
  await dialog(page).getByLabel('รหัสผ่านของคุณ').fill(member.password);
  await dialog(page)
    .getByRole('button', { name: hold('เพิ่มพาสคีย์') })
    .click();
  await expect(page.getByText(hold('เพิ่มพาสคีย์แล้ว'))).toBeVisible();
  await expect(dialog(page).getByText('ยังไม่เคยใช้')).toBeVisible();
  expect(await reader.keys()).toBe(1);

  await logOut(page);
  await byPasskey(page).click();
  await page.waitForURL('**/user/home**');
  expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull();
  await page.getByRole('button', { name: 'รับทราบ' }).click();

  const posted = await Watched.on(page, 'POST', '/api/wallet/withdrawAll');
  posted.refuse(1, 401, 'EXPIRED_AUTH_TOKEN');
  await askToWithdraw(page, '200');
  await confirmButton(page).click();
  await dialog(page)
    .getByRole('button', { name: hold('ใช้พาสคีย์แทน') })
    .click();
  await expect(dialog(page).getByText('ถอน 200.00 บาทแล้ว').last()).toBeVisible({ timeout: 30_000 });
  expect(posted.commands).toBe(1);
  expect(await payoutsTo(member)).toHaveLength(1);
  expect((await booksOf(member)).balance).toBe(300);
  await dialog(page).getByRole('button', { name: 'เสร็จ' }).click();

  await page.goto('/user/profile?sheet=passkeys');
  await dialog(page).getByRole('button', { name: /^ลบ / }).click();
  await dialog(page).getByLabel('รหัสผ่านของคุณ').fill(member.password);
  await dialog(page).getByRole('button', { name: 'ยืนยันการลบ' }).click();
  await expect(dialog(page).getByText(hold('ยังไม่มีพาสคีย์'))).toBeVisible();
});

test('a passkey that another device has removed logs nobody in, and says what to do', async ({ page }) => {
  const member = await newMember();
  await Reader.on(page);
  await logIn(page, member);
  await addPasskey(page, member);
  await logOut(page);
  const token = await tokenOf(member);
  const { passkeys } = await api<{ passkeys: { _id: string }[] }>(
    'GET',
    '/api/account/passkeys',
    undefined,
    token,
  );
  const typed = { password: member.password };
  await api('DELETE', `/api/account/passkeys/${passkeys[0]!._id}`, typed, token);

  await byPasskey(page).click();

  await expect(page.getByRole('alert')).toContainText(hold('พาสคีย์นี้ใช้กับบัญชีไม่ได้แล้ว กรุณาใช้รหัสผ่าน'));
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await logIn(page, member);
});

test('whoever calls it off is back where they were, with nothing said', async ({ page }) => {
  const member = await newMember();
  const reader = await Reader.on(page);
  await logIn(page, member);
  await addPasskey(page, member);
  await logOut(page);
  await reader.finger(false);

  await byPasskey(page).click();

  await expect(byPasskey(page)).not.toHaveAttribute('aria-busy', 'true');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await reader.finger(true);
  await byPasskey(page).click();
  await page.waitForURL('**/user/home**');
});

test('without "keep me logged in" a login by passkey ends with the tab', async ({ page }) => {
  const member = await newMember();
  await Reader.on(page);
  await logIn(page, member);
  await addPasskey(page, member);
  await logOut(page);
  await page.getByLabel('จำฉันไว้ในเครื่องนี้').setChecked(false);

  await byPasskey(page).click();
  await page.waitForURL('**/user/home**');

  const kept = await page.evaluate(() => [localStorage.getItem('token'), sessionStorage.getItem('token')]);
  expect([kept[0], typeof kept[1]]).toEqual([null, 'string']);
});

test('where a passkey was used before, the field of the phone number offers it', async ({ page }) => {
  const member = await newMember();
  await Reader.on(page);
  await logIn(page, member);
  await addPasskey(page, member);
  expect(await page.evaluate(() => localStorage.getItem('passkey-used'))).not.toBeNull();
  await logOut(page);
  await expect(page.getByLabel('เบอร์โทรศัพท์')).toHaveAttribute('autocomplete', 'username webauthn');
  await page.evaluate(() => localStorage.setItem('passkey-used', '1'));

  await page.reload();

  await page.waitForURL('**/user/home**');
});

test('another device is logged out by passkey', async ({ page }) => {
  const member = await newMember();
  const other = await tokenOf(member);
  await Reader.on(page);
  await logIn(page, member);
  await addPasskey(page, member);
  await dialog(page).getByRole('button', { name: 'ดูเครื่องที่เข้าสู่ระบบ' }).click();

  await dialog(page).getByRole('button', { name: 'ให้ออก' }).click();
  await dialog(page)
    .getByRole('button', { name: hold('ใช้พาสคีย์แทน') })
    .click();

  await expect(page.getByText('เครื่องนั้นออกจากระบบแล้ว')).toBeVisible();
  await expect(api('GET', '/api/wallet', undefined, other)).rejects.toThrow('invalid-token');
});

test('a new password shows the passkeys, which go on working', async ({ page }) => {
  const member = await newMember();
  await Reader.on(page);
  await logIn(page, member);
  await addPasskey(page, member);
  await page.goto('/user/profile?sheet=password');
  await dialog(page).getByLabel('รหัสผ่านเดิม').fill(member.password);
  await dialog(page).getByLabel('รหัสผ่านใหม่', { exact: true }).fill('battery staple');
  await dialog(page).getByLabel('ยืนยันรหัสผ่านใหม่').fill('battery staple');
  await dialog(page).getByRole('button', { name: 'บันทึก' }).click();

  await expect(page.getByRole('dialog', { name: hold('พาสคีย์') })).toContainText('ลบรายการที่ไม่ใช่ของคุณ');
  await logOut(page);
  await byPasskey(page).click();
  await page.waitForURL('**/user/home**');
});

test('without a signal the login by passkey says so, and the phone goes back layer by layer', async ({
  page,
  context,
}) => {
  const member = await newMember();
  await Reader.on(page);
  await logIn(page, member);
  await addPasskey(page, member);
  await cached(page);
  await dialog(page)
    .getByRole('button', { name: /^เปลี่ยนชื่อ / })
    .click();
  await dialog(page).getByLabel(hold('ชื่อพาสคีย์')).fill('โทรศัพท์ของฉัน');
  await dialog(page).getByRole('button', { name: 'บันทึกชื่อ' }).click();
  await expect(dialog(page).getByText('โทรศัพท์ของฉัน')).toBeVisible();
  await dialog(page)
    .getByRole('button', { name: hold('เพิ่มพาสคีย์') })
    .click();
  await dialog(page).getByLabel('รหัสผ่านของคุณ').waitFor();
  await page.goBack();
  await expect(dialog(page).getByText('โทรศัพท์ของฉัน')).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);

  await logOut(page);
  await context.setOffline(true);
  await byPasskey(page).click();
  await expect(page.getByRole('alert')).toBeVisible();
});

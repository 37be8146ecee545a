/**
 * The phone's back key closes one screen layer at a time, like the layer's own back arrow. Input in the layer
 * below stays.
 */
import type { Page } from '@playwright/test';
import { createAccountNo, createMember, createPhoneNumber } from './api';
import { closeSheet, expect, openChat, openWithStoredToken, test } from './journey';
import { findGameCard, games, createPlayer } from './games';
import { openWithdrawConfirmation, dialog, openDeposit } from './money';
import { fetchSmsCode, createForgedSlip } from './sandbox';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const amount = (page: Page) => dialog(page).locator('input[inputmode=decimal]').filter({ visible: true });

async function fillPhoneSteps(page: Page, phone: string): Promise<void> {
  await page.getByLabel('เบอร์โทรศัพท์ 10 หลัก').fill(phone);
  await page.getByRole('button', { name: 'ถัดไป' }).click();
  const code = page.locator('input[autocomplete="one-time-code"]');
  await code.waitFor();
  await expect(async () => code.fill(await fetchSmsCode(phone))).toPass();
  await expect(page.getByLabel('ชื่อโปรไฟล์')).toBeVisible();
}

test('back in the registration leads to the step before, closes a list first, and keeps what was typed', async ({
  page,
}) => {
  const phone = createPhoneNumber();
  const accountNo = createAccountNo();
  await page.goto('/login');
  await page.getByRole('link', { name: 'สมัครสมาชิก' }).click();
  await fillPhoneSteps(page, phone);
  await page.getByLabel('ชื่อโปรไฟล์').fill('มะลิ');
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill('correct horse');
  await page.getByLabel('ยืนยันรหัสผ่าน').fill('correct horse');
  await page.getByRole('button', { name: 'รู้จักเราจาก' }).click();
  await expect(dialog(page)).toBeVisible();

  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByLabel('ชื่อโปรไฟล์')).toHaveValue('มะลิ');
  await page.getByRole('button', { name: 'รู้จักเราจาก' }).click();
  await dialog(page).getByText('เพื่อนแนะนำ').click();
  await page.getByRole('button', { name: 'ถัดไป' }).click();
  await page.getByLabel('เลขบัญชี').fill(accountNo);
  await page.getByRole('button', { name: 'ธนาคาร', exact: true }).click();
  await expect(dialog(page)).toBeVisible();

  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await page.goBack();
  await expect(page.getByLabel('ชื่อโปรไฟล์')).toHaveValue('มะลิ');
  await expect(page.getByLabel('ยืนยันรหัสผ่าน')).toHaveValue('correct horse');
  await page.getByRole('button', { name: 'ถัดไป' }).click();
  await expect(page.getByLabel('เลขบัญชี')).toHaveValue(new RegExp(accountNo.slice(-4)));

  await page.goBack();
  await page.goBack();
  await expect(page.getByLabel('เบอร์โทรศัพท์ 10 หลัก')).toHaveValue(
    `${phone.slice(0, 3)} ${phone.slice(3, 6)} ${phone.slice(6)}`,
  );
  await page.goForward();
  await expect(page.getByLabel('เบอร์โทรศัพท์ 10 หลัก')).toBeVisible();
  // Forward leads to an entry without a layer: the app leaves it again automatically.
  await expect.poll(() => page.evaluate(() => (history.state as { layer?: number }).layer ?? 0)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/login/);
});

// One test covers every kind of layer with one member and one page. It takes longer than other journeys.
test('back closes one layer at a time in money, games, slips and chat, and keeps what was typed below', async ({
  page,
}) => {
  await openWithStoredToken(page, await createPlayer([[games.pg, 100]], 3000));
  const expectClosed = () => expect(dialog(page)).toHaveCount(0);
  const press = (name: string | RegExp) => dialog(page).getByRole('button', { name }).first().click();

  await test.step('a deposit by QR code, over the sheet of limits', async () => {
    await openDeposit(page, 'QR');
    await amount(page).fill('555');
    await press('วงเงินฝากของฉัน');
    await press(/^ตั้ง /);
    await expect(amount(page)).toBeVisible();
    await page.goBack();
    await expect(amount(page)).toHaveCount(0);
    await page.goBack();
    await expect(page.getByRole('dialog', { name: 'ฝากเงิน' })).toBeVisible();
    await expect(amount(page)).toHaveValue('555');
    await page.goForward();
    await page.goBack();
    await expect(amount(page)).toHaveValue('555');
  });

  await test.step('an announced deposit', async () => {
    await dialog(page).getByRole('tab', { name: 'โอนธนาคาร' }).click();
    await press(/แจ้งยอดก่อนโอน/);
    await amount(page).fill('300');
    await page.goBack();
    await expect(page.getByRole('dialog', { name: 'ฝากเงิน' })).toBeVisible();
    await press(/แจ้งยอดก่อนโอน/);
    await expect(amount(page)).toHaveValue('300');
    await closeSheet(page);
  });

  await test.step('the confirmation of a withdrawal', async () => {
    await openWithdrawConfirmation(page, '1200');
    await page.goBack();
    await expect(amount(page)).toHaveValue('1,200');
    await page.goBack();
    await expectClosed();
  });

  await test.step('a game, over its password and over the transfer', async () => {
    await findGameCard(page, games.pg).click();
    await amount(page).fill('50');
    await press('ตั้งรหัสผ่านใหม่');
    await expect(heading(page, 'ตั้งรหัสผ่านเกมใหม่')).toBeVisible();
    await page.goBack();
    await expect(heading(page, games.pg.name)).toBeVisible();
    await expect(amount(page)).toHaveValue('50');
    await press('โยกออกหรือโยกไปเกมอื่น');
    await expect(heading(page, 'โยกเงิน')).toBeVisible();
    await page.goBack();
    await expect(heading(page, games.pg.name)).toBeVisible();
    await page.goBack();
    await expectClosed();
  });

  await test.step('the preview of a slip, over the list and the deposit', async () => {
    await openDeposit(page);
    await press(/^อัป.?โหลดสลิป$/);
    const slip = page.getByTestId('slip-file').first();
    await slip.setInputFiles(await createForgedSlip('none'));
    await expect(heading(page, 'ส่งสลิป')).toBeVisible();
    await page.goBack();
    await expect(heading(page, 'สลิปของฉัน')).toBeVisible();
    await page.goBack();
    await expect(heading(page, 'ฝากเงิน')).toBeVisible();
    await page.goBack();
    await expectClosed();
  });

  await test.step('an alert and a picture over the chat', async () => {
    const text = page.getByRole('textbox', { name: 'ข้อความ' });
    const { buffer, mimeType } = await createForgedSlip('none');
    await openChat(page);
    await page.getByTestId('chat-file').setInputFiles({ name: 'slip', mimeType, buffer });
    await expect(page.getByRole('alertdialog')).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(text).toBeVisible();
    await page.getByTestId('chat-file').setInputFiles({ name: 'slip.png', mimeType, buffer });
    await page.getByRole('button', { name: 'ส่ง', exact: true }).click();
    await page.getByRole('button', { name: /^เปิดดู/ }).click();
    await expect(page.getByRole('button', { name: 'ปิดรูป' })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole('button', { name: 'ปิดรูป' })).toHaveCount(0);
    await expect(text).toBeVisible();
    await page.goBack();
    await expectClosed();
  });
  await expect(page).toHaveURL(/\/user\/home$/);
});

test('a reload with an open layer leaves no extra history entry', async ({ page }) => {
  await openWithStoredToken(page, await createMember());
  await openDeposit(page);
  await dialog(page)
    .getByRole('button', { name: /แจ้งยอดก่อนโอน/ })
    .click();
  await expect(amount(page)).toBeVisible();

  await page.reload();
  await expect(page.getByRole('dialog', { name: 'ฝากเงิน' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => (history.state as { layer?: number }).layer ?? 0)).toBe(0);
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/user\/home/);
});

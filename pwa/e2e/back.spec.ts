/** The phone's back takes away one layer at a time, as its own arrow does, and leaves alone what was typed below it. */
import type { Page } from '@playwright/test';
import { fund, newAccountNo, newMember, newPhone, type Member } from './api';
import { expect, logIn, openChat, test, write } from './journey';
import { atHome, card, choose, games, player, WALLET_NAME } from './games';
import { dialog, openDeposit } from './money';
import { codeFor, forgedSlip } from './world';

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const amount = (page: Page) => dialog(page).locator('input[inputmode=decimal]').filter({ visible: true });

async function toProfile(page: Page, phone: string): Promise<void> {
  await page.getByLabel('เบอร์โทรศัพท์ 10 หลัก').fill(phone);
  await page.getByRole('button', { name: 'ถัดไป' }).click();
  const code = page.locator('input[autocomplete="one-time-code"]');
  await code.waitFor();
  await expect(async () => code.fill(await codeFor(phone))).toPass();
  await expect(page.getByLabel('ชื่อโปรไฟล์')).toBeVisible();
}

test('in registration it goes to the step before, a list first, and nothing that was typed is lost', async ({
  page,
}) => {
  const phone = newPhone();
  const accountNo = newAccountNo();
  await page.goto('/login');
  await page.getByRole('link', { name: 'สมัครสมาชิก' }).click();
  await toProfile(page, phone);
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
  // Forward leads nowhere: the app leaves it again by itself.
  await expect.poll(() => page.evaluate(() => (history.state as { layer?: number }).layer ?? 0)).toBe(0);
  await page.goBack();
  await expect(page).toHaveURL(/\/login/);
});

test('in the ways of money it goes back over one step, and the amount stands', async ({ page }) => {
  const member = await newMember();
  await fund(member, 3000);
  await page.goto('/login');
  await logIn(page, member);

  await openDeposit(page, 'คิวอาร์');
  await amount(page).fill('555');
  await dialog(page).getByRole('button', { name: 'วงเงินฝากของฉัน' }).click();
  await expect(page.getByRole('dialog', { name: 'วงเงินฝาก' })).toBeVisible();
  await dialog(page).getByRole('button', { name: /^ตั้ง / }).first().click();
  await expect(amount(page)).toBeVisible();
  await page.goBack();
  await expect(amount(page)).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole('dialog', { name: 'ฝากเงิน' })).toBeVisible();
  await expect(amount(page)).toHaveValue('555');
  await page.goForward();
  await page.goBack();
  await expect(amount(page)).toHaveValue('555');

  await dialog(page).getByRole('tab', { name: 'โอนธนาคาร' }).click();
  await dialog(page)
    .getByRole('button', { name: /แจ้งยอดก่อนโอน/ })
    .click();
  await amount(page).fill('300');
  await page.goBack();
  await expect(page.getByRole('dialog', { name: 'ฝากเงิน' })).toBeVisible();
  await dialog(page)
    .getByRole('button', { name: /แจ้งยอดก่อนโอน/ })
    .click();
  await expect(amount(page)).toHaveValue('300');
  await dialog(page).getByRole('button', { name: 'ปิด', exact: true }).click();
  await expect(dialog(page)).toHaveCount(0);

  await page.getByRole('button', { name: 'ถอนเงิน', exact: true }).click();
  await amount(page).fill('1200');
  await dialog(page).getByRole('button', { name: /^ถอน / }).click();
  await expect(page.getByRole('dialog', { name: 'ยืนยันการถอน' })).toBeVisible();
  await page.goBack();
  await expect(amount(page)).toHaveValue('1,200');
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/user\/home$/);
});

test('in the games it leaves one layer, and what lies below stays', async ({ page }) => {
  const member = await player([[games.pg, 100]], 200);
  await page.goto('/login');
  await atHome(page, member);
  await page.getByRole('button', { name: 'โยกเงิน', exact: true }).click();
  await choose(page, 'จาก', WALLET_NAME);
  await amount(page).fill('5000');
  await choose(page, 'ไปที่', games.pg.name);
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);

  await card(page, games.pg).click();
  await amount(page).fill('50');
  await dialog(page).getByRole('button', { name: 'ตั้งรหัสผ่านใหม่' }).click();
  await expect(heading(page, 'ตั้งรหัสผ่านเกมใหม่')).toBeVisible();
  await page.goBack();
  await expect(heading(page, games.pg.name)).toBeVisible();
  await expect(amount(page)).toHaveValue('50');
  await dialog(page).getByRole('button', { name: 'โยกออกหรือโยกไปเกมอื่น' }).click();
  await expect(heading(page, 'โยกเงิน')).toBeVisible();
  await page.goBack();
  await expect(heading(page, games.pg.name)).toBeVisible();
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);

  await card(page, games.joker).click();
  await expect(dialog(page).getByRole('button', { name: 'เปิดบัญชี Joker' })).toBeVisible();
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL(/\/user\/home$/);
});

test('from the preview of a slip it goes to the list, and to where the list came from', async ({ page }) => {
  await page.goto('/login');
  await logIn(page, await newMember());
  await openDeposit(page);
  await dialog(page)
    .getByRole('button', { name: /^อัป.?โหลดสลิป$/ })
    .click();
  await page
    .getByTestId('slip-file')
    .first()
    .setInputFiles(await forgedSlip('none'));
  await expect(heading(page, 'ส่งสลิป')).toBeVisible();

  await page.goBack();
  await expect(heading(page, 'สลิปของฉัน')).toBeVisible();
  await page.goBack();
  await expect(heading(page, 'ฝากเงิน')).toBeVisible();
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
});

test('the chat stays when its picture or its alert is left', async ({ page }) => {
  await page.goto('/login');
  await logIn(page, await newMember());
  await openChat(page);
  await write(page, 'สวัสดีค่ะ');
  const { buffer, mimeType, name } = await forgedSlip('none');
  await page.getByTestId('chat-file').setInputFiles({ name: 'slip', mimeType, buffer });
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('alertdialog')).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'ข้อความ' })).toBeVisible();

  await page.getByTestId('chat-file').setInputFiles({ name: `${name}.png`, mimeType, buffer });
  await page.getByRole('button', { name: 'ส่ง', exact: true }).click();
  await page.getByRole('button', { name: /^เปิดดู/ }).click();
  await expect(page.getByRole('button', { name: 'ปิดรูป' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('button', { name: 'ปิดรูป' })).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'ข้อความ' })).toBeVisible();
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);
});

test('a reload upon a layer leaves nothing behind that back would have to pass', async ({ page }) => {
  const member: Member = await newMember();
  await page.goto('/login');
  await logIn(page, member);
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

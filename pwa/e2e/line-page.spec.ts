import { readFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { api, booksOf, fund, newMember, tokenOf, type Member } from './api';
import { logInAtDesk, newOperator, openDesk } from './desk';
import {
  cached,
  chatLog,
  expect,
  handInSlip,
  finish,
  logIn,
  openChat,
  closeSheet,
  tapBar,
  test,
} from './journey';
import { dialog } from './money';
import { transfer } from './world';
import { hold } from '../src/i18n/hold';

const rowOf = (page: Page, text: string): Locator => page.getByRole('listitem').filter({ hasText: text });

/** Touches the row anywhere but its words. */
async function openLine(page: Page, text: string): Promise<void> {
  // The games come with an answer of their own, and would push the line from under the finger.
  if (page.url().endsWith('/user/home'))
    await expect(page.getByRole('heading', { name: 'สล็อต' })).toBeVisible();
  await rowOf(page, text).locator('p').last().click({ force: true });
  await page.waitForURL(/\/user\/statement\/[0-9a-f-]{36}$/);
}

const reference = (page: Page): Locator => page.getByText(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);

/** More lines than a screen has room for. */
async function memberWithLines(): Promise<Member> {
  const member = await newMember();
  await Promise.all(Array.from({ length: 9 }, (_, i) => transfer(member, 101 + i, { feed: true })));
  await expect(async () => expect((await booksOf(member)).lines).toHaveLength(9)).toPass({ timeout: 30_000 });
  return member;
}

test('a line opens its page wherever it is touched, and back leads to where the list was left', async ({
  page,
}) => {
  const member = await memberWithLines();
  await page.goto('/login');
  await logIn(page, member);
  await tapBar(page, 'รายการ');
  // The list is whole before it is held on to.
  await expect(rowOf(page, '+')).toHaveCount(9);
  const last = rowOf(page, '+').last();
  await expect(last).toBeVisible();
  await page.mouse.wheel(0, 2000);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(150);
  const left = await page.evaluate(() => scrollY);
  const amount = await last.getByText(/^\+\d/).textContent();

  await last.getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'ฝากเงิน', level: 1 })).toBeVisible();
  await expect(page.getByText(amount!)).toBeVisible();
  await expect(page.getByText('เงินเข้ากระเป๋าแล้ว')).toBeVisible();
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await page.getByRole('button', { name: 'กลับ' }).click();

  await expect(last).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(left);
});

test('a line on home opens its page, and back leads home', async ({ page }) => {
  const member = await newMember();
  await fund(member, 240);
  await page.goto('/login');
  await logIn(page, member);

  await openLine(page, '+240.00');
  await expect(reference(page)).toBeVisible();
  await page.goBack();

  await expect(page).toHaveURL(/\/user\/home/);
});

test('without a signal the page opens with what the phone has, and says what is missing', async ({
  page,
  context,
}) => {
  const member = await newMember();
  await fund(member, 240);
  await fund(member, 360);
  await page.goto('/login');
  await logIn(page, member);
  await cached(page);
  await tapBar(page, 'รายการ');
  await openLine(page, '+240.00');
  await expect(page.getByText('เงินเข้ากระเป๋าแล้ว')).toBeVisible();
  const seen = page.url();
  await page.goBack();

  await context.setOffline(true);
  await expect(page.getByRole('status').filter({ hasText: hold('ออฟไลน์') })).toBeVisible();
  await openLine(page, '+360.00');
  await expect(page.getByText('+360.00')).toBeVisible();
  await expect(reference(page)).toBeVisible();
  await expect(page.getByText('ลำดับเวลาและสลิปของรายการนี้จะแสดงเมื่อมีสัญญาณ')).toBeVisible();
  await page.goto(seen);

  await expect(page.getByText('เงินเข้ากระเป๋าแล้ว')).toBeVisible();
  await expect(page.getByText(/^ณ \d\d:\d\d น\.$/).first()).toBeVisible();
});

test('the slip of a line is on its page', async ({ page }) => {
  const member = await newMember();
  await page.goto('/login');
  await logIn(page, member);
  await handInSlip(page, (await transfer(member, 120.5)).picture);
  await expect(page.getByText('120.50 บาท เข้ากระเป๋าแล้ว')).toBeVisible({ timeout: 30_000 });
  await finish(page);
  await openLine(page, '+120.50');

  const picture = page.getByRole('button', { name: /ดูรูปเต็ม/ });
  await expect(picture.getByRole('img')).toHaveJSProperty('complete', true);
  await picture.click();
  await expect(page.getByRole('dialog').getByRole('img')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(reference(page)).toBeVisible();
});

test('a withdrawal that waits says for whom, and is taken back from its page', async ({ page }) => {
  const member = await newMember();
  await fund(member, 60_000);
  await api('POST', '/api/wallet/withdrawAll', { amount: 55_000 }, await tokenOf(member));
  await page.goto('/login');
  await logIn(page, member);
  await openLine(page, '55,000.00');
  await expect(page.getByText(hold('รอเจ้าหน้าที่ตรวจสอบ'), { exact: false })).toBeVisible();

  await page.getByRole('button', { name: 'ยกเลิกการถอน' }).click();
  await dialog(page)
    .getByRole('button', { name: /^ยกเลิกการถอน / })
    .click();
  await dialog(page).getByRole('button', { name: 'เสร็จ' }).click();

  await expect(page.getByText('คุณยกเลิกการถอนนี้แล้ว เงินอยู่ในกระเป๋า')).toBeVisible();
  await expect(page.getByText('คุณยกเลิก', { exact: true })).toBeVisible();
});

test('asking support names the line, keeps what was typed, and sends nothing by itself', async ({
  page,
  browser,
}) => {
  const member = await newMember();
  await fund(member, 240);
  await page.goto('/login');
  await logIn(page, member);
  await openChat(page);
  await page.getByRole('textbox', { name: 'ข้อความ' }).fill('เดี๋ยวถามต่อ');
  await closeSheet(page);
  await openLine(page, '+240.00');
  const name = (await reference(page).textContent())!;

  await page.getByRole('button', { name: 'สอบถามเกี่ยวกับรายการนี้' }).click();
  const field = page.getByRole('textbox', { name: 'ข้อความ' });
  await expect(field).toHaveValue(new RegExp(`^เดี๋ยวถามต่อ\n.*240\\.00.*${name}$`));
  await expect(chatLog(page)).toHaveCount(0);
  await page.goBack();
  await page.getByRole('button', { name: 'สอบถามเกี่ยวกับรายการนี้' }).click();
  await expect(field).toHaveValue(new RegExp(`^เดี๋ยวถามต่อ\n[^\n]*${name}$`));

  const desk = await openDesk(browser);
  await logInAtDesk(desk.page, await newOperator('cashier'), '/operator/cashier');
  await desk.page.getByRole('combobox').first().fill(name.toLowerCase());
  const found = desk.page.getByRole('option');
  await expect(found).toHaveCount(1);
  await expect(found).toContainText(member.id);
  await expect(found).toContainText('240.00');
  expect(desk.faults).toEqual([]);
  await desk.close();
});

/** Width and height of a PNG, and how many different bytes its picture has. */
function look(png: Buffer): { width: number; height: number } {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

/** How much of a picture is ink: neither its ground nor its card. */
function inkOf(page: Page, png: Buffer): Promise<number> {
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (each) => each.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const pen = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!;
    pen.drawImage(picture, 0, 0);
    const { data } = pen.getImageData(0, 320, picture.width, picture.height - 320);
    let dark = 0;
    for (let i = 0; i < data.length; i += 4) if (data[i]! + data[i + 1]! + data[i + 2]! < 300) dark++;
    return dark / (data.length / 4);
  }, png.toString('base64'));
}

test('a finished line is saved as a picture where nothing can be shared', async ({ page }) => {
  const member = await newMember();
  await fund(member, 1240.5);
  await page.goto('/login');
  await logIn(page, member);
  await openLine(page, '+1,240.50');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'แชร์หลักฐาน' }).click();

  const file = await saved;
  const png = await readFile(await file.path());

  expect(file.suggestedFilename()).toBe(`receipt-${await reference(page).textContent()}.png`);
  // From, to, made on, reference: a row each.
  expect(look(png)).toEqual({ width: 1080, height: 180 + 470 + 4 * 112 + 64 + 24 });
  const ink = await inkOf(page, png);
  expect(ink).toBeGreaterThan(0.005);
  expect(ink).toBeLessThan(0.2);
  await test.info().attach('receipt', { body: png, contentType: 'image/png' });
});

test('where the phone can share, the picture goes to its own sheet', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files }: { files: File[] }) => {
        document.title = `shared ${files.map(({ name, type, size }) => `${name} ${type} ${size > 20_000}`).join()}`;
      },
    });
  });
  const member = await newMember();
  await fund(member, 240);
  await page.goto('/login');
  await logIn(page, member);
  await openLine(page, '+240.00');

  await page.getByRole('button', { name: 'แชร์หลักฐาน' }).click();

  await expect(page).toHaveTitle(`shared receipt-${await reference(page).textContent()}.png image/png true`);
});

test('the list is filtered by kind and month, with totals; offline it claims none', async ({
  page,
  context,
}) => {
  const member = await newMember();
  await fund(member, 60_000);
  await fund(member, 240.25);
  const token = await tokenOf(member);
  await api('POST', '/api/wallet/withdrawAll', { amount: 1000 }, token);
  await api('POST', '/api/wallet/add', { amount: 300 }, token);
  await page.goto('/login');
  await logIn(page, member);
  await cached(page);
  await tapBar(page, 'รายการ');
  const figure = (name: string) => page.locator('main dl > div').filter({ hasText: name }).locator('dd');
  await expect(page.getByRole('link', { name: /เงิน .*\d\d:\d\d$/ })).toHaveCount(4);
  await expect(page.getByText('เงินเข้า', { exact: true })).toHaveCount(0);

  await page.getByText('ฝาก', { exact: true }).click();
  await expect(page).toHaveURL(/type=deposit/);
  await expect(rowOf(page, 'ถอนเงิน')).toHaveCount(0);
  await expect(rowOf(page, 'ฝากเงิน')).toHaveCount(3);
  await expect(figure('เงินเข้า')).toContainText('60,240.25');

  await page.getByText('ทั้งหมด', { exact: true }).click();
  await page.getByRole('button', { name: /^เลือกเดือน/ }).click();
  await dialog(page).locator('label').nth(1).click();
  await expect(page).toHaveURL(/month=\d{4}-\d{2}/);
  await expect(figure('เงินเข้า')).toContainText('60,240.25');
  const month = page.url();

  await page.goto(month.replace(/month=\d{4}-\d{2}/, 'month=2020-01'));
  await expect(page.getByText('ไม่มีรายการที่ตรงกับที่เลือก')).toBeVisible();
  await page.goBack();
  await expect(rowOf(page, 'ถอนเงิน')).toHaveCount(1);
  await page.goBack();
  await expect(rowOf(page, 'ฝากเงิน')).toHaveCount(3);

  await context.setOffline(true);
  await page.getByText('ถอน', { exact: true }).click();
  await expect(rowOf(page, 'ถอนเงิน')).toHaveCount(1);
  await expect(page.getByText(hold('แสดงเฉพาะรายการที่เก็บไว้ในเครื่องนี้'), { exact: false })).toBeVisible();
  await expect(page.getByText('เงินออก', { exact: true })).toHaveCount(0);
});

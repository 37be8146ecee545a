/**
 * The page of one statement line: opened from lists, with details that only the server has, and shared as a
 * picture.
 */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { callAsMember, fetchLedger, fundWallet, createMember, type Member } from './api';
import { expect, openWithStoredToken, test } from './journey';
import { dialog } from './money';
import { fetchPayouts, makeBankTransfer } from './sandbox';
import { keepTogether } from '../src/i18n/keep-together';

const rowOf = (page: Page, text: string): Locator => page.getByRole('listitem').filter({ hasText: text });

/** Taps the row of a statement line outside its link, and waits for the line's page. */
async function openLine(page: Page, text: string): Promise<void> {
  // The games load separately, and would move the line away from the finger.
  if (page.url().endsWith('/user/home'))
    await expect(page.getByRole('heading', { name: 'สล็อต' })).toBeVisible();
  await rowOf(page, text).locator('p').last().click({ force: true });
  await page.waitForURL(/\/user\/statement\/[0-9a-f-]{36}$/);
}

const reference = (page: Page): Locator => page.getByText(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);

/** Creates a member with more statement lines than fit on a screen. */
async function createMemberWithLines(): Promise<Member> {
  const member = await createMember();
  await Promise.all(Array.from({ length: 9 }, (_, i) => makeBankTransfer(member, 101 + i, { feed: true })));
  await expect(async () => expect((await fetchLedger(member)).lines).toHaveLength(9)).toPass({
    timeout: 30_000,
  });
  return member;
}

test('a statement line opens its page, and back returns to the list’s position', async ({ page }) => {
  const member = await createMemberWithLines();
  await openWithStoredToken(page, member, '/user/statement');
  // Waits for the complete list before an element of it is used.
  await expect(rowOf(page, '+')).toHaveCount(9);
  const last = rowOf(page, '+').last();
  await expect(last).toBeVisible();
  await page.mouse.wheel(0, 2000);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(150);
  const scrolledTo = await page.evaluate(() => scrollY);
  const amount = await last.getByText(/^\+\d/).textContent();

  await last.getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'ฝากเงิน', level: 1 })).toBeVisible();
  await expect(page.getByText(amount!)).toBeVisible();
  await expect(page.getByText('เงินเข้ากระเป๋าแล้ว')).toBeVisible();
  await page.getByRole('button', { name: 'กลับ' }).click();

  await expect(last).toBeVisible();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolledTo);
});

test('the page of a withdrawal that waits for a cashier shows this state, and can cancel the withdrawal', async ({
  page,
}) => {
  const member = await createMember();
  await fundWallet(member, 60_000);
  await callAsMember(member, 'POST', '/api/wallet/withdrawAll', { amount: 55_000 });
  await openWithStoredToken(page, member);
  await openLine(page, '55,000.00');
  await expect(page.getByText(keepTogether('รอเจ้าหน้าที่ตรวจสอบ'), { exact: false })).toBeVisible();

  await page.getByRole('button', { name: 'ยกเลิกการถอน' }).click();
  await dialog(page)
    .getByRole('button', { name: /^ยกเลิกการถอน / })
    .click();
  await expect(dialog(page).getByText('เงินของคุณยังอยู่ครบ ดูยอดได้ในกระเป๋าและในเกม')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'ปิด' }).filter({ hasText: 'ปิด' }).click();

  await expect(page.getByText('คุณยกเลิกการถอนนี้แล้ว เงินของคุณยังอยู่ครบ ดูยอดได้ในกระเป๋าและในเกม')).toBeVisible();
  await expect(page.getByRole('button', { name: 'ยกเลิกการถอน' })).toHaveCount(0);
  expect(await fetchPayouts(member)).toEqual([]);
  expect((await fetchLedger(member)).balance).toBe(60_000);
});

/** Returns the width and height of a PNG. */
function sizeOf(png: Buffer): { width: number; height: number } {
  expect(png.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

/** Returns the share of dark pixels in a picture, which are neither background nor card. */
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

/** Gives the page a share dialog that writes the received files into the title. */
async function addShareDialog(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files }: { files: File[] }) => {
        document.title = `shared ${files.map(({ name, type, size }) => `${name} ${type} ${size > 20_000}`).join()}`;
      },
    });
  });
}

test('a finished statement line is saved as a picture, and shared by the phone’s own sheet if it has one', async ({
  page,
}) => {
  const member = await createMember();
  await fundWallet(member, 1240.5);
  await openWithStoredToken(page, member);
  await openLine(page, '+1,240.50');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'แชร์หลักฐาน' }).click();

  const file = await saved;
  const png = await readFile(await file.path());
  const name = `receipt-${await reference(page).textContent()}.png`;
  expect(file.suggestedFilename()).toBe(name);
  // Source, target, time and reference: one row each.
  expect(sizeOf(png)).toEqual({ width: 1080, height: 180 + 470 + 4 * 112 + 64 + 24 });
  const ink = await inkOf(page, png);
  expect(ink).toBeGreaterThan(0.005);
  expect(ink).toBeLessThan(0.2);
  await test.info().attach('receipt', { body: png, contentType: 'image/png' });

  await addShareDialog(page);
  await page.getByRole('button', { name: 'แชร์หลักฐาน' }).click();
  await expect(page).toHaveTitle(`shared ${name} image/png true`);
});

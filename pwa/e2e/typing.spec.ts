/** Amounts and phone numbers like users enter them: composed by a keyboard with prediction, and pasted. */
import type { CDPSession, Page } from '@playwright/test';
import { fundWallet, createMember } from './api';
import { expect, openWithStoredToken, test } from './journey';
import { dialog } from './money';

const PASTE_REJECTED = 'ใช้ข้อความที่วางไม่ได้ ช่องนี้ยังเป็นค่าเดิม';

test('a composing keyboard enters the typed amount, and pasting text that is no amount changes nothing', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const member = await createMember();
  await fundWallet(member, 20_000);
  await openWithStoredToken(page, member);
  await page.getByRole('button', { name: 'ถอนเงิน', exact: true }).click();
  const field = dialog(page).getByLabel('จำนวนเงิน', { exact: true }).and(page.locator('input'));
  const keyboard = await page.context().newCDPSession(page);

  for (const [typed, shown] of [
    ['1000', '1,000'],
    ['1500', '1,500'],
    ['12345', '12,345'],
  ] as const) {
    await field.fill('');
    await compose(keyboard, typed);
    await expect(field).toHaveValue(shown);
    await expect(dialog(page).getByRole('button', { name: `ถอน ${shown}.00` })).toBeVisible();
  }

  for (const pasted of ['100,50', '1.000,50', '1e3', '-5']) {
    await paste(page, field, pasted);
    await expect(field).toHaveValue('12,345');
    await expect(dialog(page).getByText(PASTE_REJECTED)).toBeVisible();
  }
  await page.evaluate(() => navigator.clipboard.writeText('100,50')); // Has the same length as the replaced text.
  await field.selectText();
  await page.keyboard.press('ControlOrMeta+V');
  await expect(field).toHaveValue('12,345');
  await expect(dialog(page).getByText(PASTE_REJECTED)).toBeVisible();
  await paste(page, field, '฿1,000.50');
  await expect(field).toHaveValue('1,000.50');
  await expect(dialog(page).getByText(PASTE_REJECTED)).toHaveCount(0);
  await field.fill('');
  await field.pressSequentially('.5');
  await expect(field).toHaveValue('0.5');
});

test('a phone number with its country code becomes the national number', async ({ page }) => {
  await page.goto('/login');
  const field = page.getByLabel('เบอร์โทรศัพท์');

  for (const pasted of [
    '+66812345678',
    '66 81 234 5678',
    '0066-81-234-5678',
    '+66 (0)81 234 5678',
    '๐๘๑-๒๓๔-๕๖๗๘',
  ]) {
    // The app replaces the prerendered page after a moment.
    await expect(async () => {
      await field.fill('');
      await paste(page, field, pasted);
      expect(await field.inputValue()).toBe('081 234 5678');
    }).toPass();
  }
});

/** Composes a text like Android keyboards with prediction do: each state of the word, then the whole word. */
async function compose(keyboard: CDPSession, typed: string): Promise<void> {
  for (let length = 1; length <= typed.length; length++)
    await keyboard.send('Input.imeSetComposition', {
      text: typed.slice(0, length),
      selectionStart: length,
      selectionEnd: length,
    });
  await keyboard.send('Input.insertText', { text: typed });
}

/** Replaces the whole text of a field. */
async function paste(page: Page, field: ReturnType<Page['locator']>, text: string): Promise<void> {
  await field.selectText();
  await page.keyboard.insertText(text);
}

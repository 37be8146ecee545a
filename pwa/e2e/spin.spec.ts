/** The prize wheel as members see it. */
import { keepTogether } from '../src/i18n/keep-together';
import type { Page } from '@playwright/test';
import { fetchLedger } from './api';
import { closeSheet, expect, test } from './journey';
import { dialog } from './money';
import {
  openWheel,
  spinButton,
  createMemberWithCoins,
  readLabelUnderPointer,
  activateWinningWheel,
} from './spin';

// Only one wheel is active at a time, for all members.
test.describe.configure({ mode: 'default' });
test.beforeAll(activateWinningWheel);

/** The wheel turns for five seconds and shows the result for two more. */
const TURNED = { timeout: 20_000 };

interface SpinResponse {
  result: { code: string; label: string; remainingCoin: number; nonce: number };
}

/** Spins, and returns the server's result. */
async function spin(page: Page): Promise<SpinResponse['result']> {
  const spinResponse = page.waitForResponse(
    (response) => response.url().endsWith('/spinwheel/spin') && response.ok(),
  );
  await spinButton(page).click();
  return ((await (await spinResponse).json()) as SpinResponse).result;
}

const prize = (page: Page) => dialog(page).getByText('ยินดีด้วย คุณได้');

// The wheel turns for four to five seconds and shows the prize for two more.
// spec 1.13, 2.7g, 2.39c, 2.89, 2.90, 4.24, 4.26, 4.27
test('a deposit’s coins spin the wheel, and a tap moves the prize into the wallet', async ({ page }) => {
  const member = await createMemberWithCoins(3);
  await openWheel(page, member);
  await expect(page.getByRole('heading', { name: 'วงล้อฝนเหรียญ' })).toBeVisible();
  await expect(spinButton(page)).toContainText('3 เหรียญ');

  const { label } = await spin(page);

  await expect(page.getByText(`ผลการหมุน: ${label}`)).toBeAttached(TURNED);
  expect(await readLabelUnderPointer(page)).toBe(label);
  await expect(prize(page)).toBeVisible(TURNED);
  await expect(dialog(page)).toContainText(label);
  await dialog(page).getByRole('button', { name: 'รับเข้ากระเป๋า' }).click();
  await dialog(page)
    .getByRole('button', { name: /^รับ .*\sบาท$/ })
    .click();
  await expect(dialog(page).getByText('เข้ากระเป๋าแล้ว').last()).toBeVisible();
  await closeSheet(page);
  await expect(spinButton(page)).toContainText('2 เหรียญ');
  await expect(page.getByText('ยังไม่มีคูปอง')).toBeVisible();
  expect((await fetchLedger(member)).balance).toBe(300 + Number.parseInt(label, 10));
  await page.goBack();
  await expect(
    page.getByRole('link', { name: new RegExp(`เหรียญ 2 ${keepTogether('หมุนวงล้อ')}`) }),
  ).toBeVisible();
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('a spin whose response is lost is requested again, and is the same spin', async ({ page }) => {
    const member = await createMemberWithCoins(2);
    await openWheel(page, member);
    const results: SpinResponse['result'][] = [];
    await page.route('**/api/spinwheel/spin', async (route) => {
      const response = await route.fetch();
      results.push(((await response.json()) as SpinResponse).result);
      await (results.length === 1 ? route.abort() : route.fulfill({ response }));
    });

    await spinButton(page).click();

    await expect(prize(page)).toBeVisible({ timeout: 40_000 });
    expect(results[1]).toEqual(results[0]);
    await closeSheet(page);
    await expect(spinButton(page)).toContainText('1 เหรียญ');
  });
});

test('a page that is reloaded while the wheel turns loses no prize', async ({ page }) => {
  await openWheel(page, await createMemberWithCoins(1));
  const { label } = await spin(page);

  await page.reload();

  await expect(page.getByText(`เงินสด ${label} ×1`)).toBeVisible();
  await expect(spinButton(page)).toHaveText('เหรียญไม่พอ');
});

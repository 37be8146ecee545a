import { keepTogether } from '../src/i18n/keep-together';
import type { Page } from '@playwright/test';
import { fundWallet, createMember } from './api';
import { expect, openWithStoredToken, tapBar, test } from './journey';
import { spinButton } from './spin';
import { OFFLINE_AFTER_MS } from '../src/data/device/connection';

declare global {
  interface Window {
    moved: { by: number; what: string }[];
  }
}

/**
 * The maximum layout shift. Browsers call a page good up to 0.1. The chat button, which moves aside, causes
 * 0.002.
 */
const MAX_SHIFT = 0.01;

/** Makes each page record its layout shifts without user input from now on. */
async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.moved = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        sources: { node?: Element }[];
      })[]) {
        const what = entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 80)).join(' ');
        window.moved.push({ by: entry.value, what });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Prevents the offline strip, which shifts the page when a busy machine takes seconds to respond. */
async function preventOfflineStrip(page: Page): Promise<void> {
  await page.addInitScript((patience) => {
    const wait = globalThis.setTimeout.bind(globalThis);
    const patient = (run: () => void, ms?: number) => wait(run, ms === patience ? 600_000 : ms);
    Object.assign(globalThis, { setTimeout: patient });
  }, OFFLINE_AFTER_MS);
}

/** Returns the layout shifts since the last call. */
async function takeShifts(page: Page): Promise<{ sum: number; what: string }> {
  const moved = await page.evaluate(() => window.moved.splice(0));
  return { sum: moved.reduce((all, { by }) => all + by, 0), what: JSON.stringify(moved) };
}

test('no page shifts, neither when its first figures arrive late nor when it is opened again', async ({
  page,
}) => {
  const member = await createMember();
  await fundWallet(member, 500);
  await recordShifts(page);
  await preventOfflineStrip(page);
  const held: (() => void)[] = [];
  await page.route(/\/api\/(wallet|sync)(\?|$)/, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  const lines = page.waitForResponse('**/api/statement');
  await openWithStoredToken(page, member);
  await lines;
  // By now the loaded content is rendered, and so are the skeletons of the rest.
  await expect(page.getByRole('main').locator('.animate-pulse').first()).toBeVisible();
  await takeShifts(page);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const release of held) release();
  await expect(page.getByRole('link', { name: /ฝาก/ })).toBeVisible();
  await expect(page.getByText('500.00').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  const first = await takeShifts(page);
  expect(first.sum, first.what).toBeLessThan(MAX_SHIFT);

  await tapBar(page, 'ประวัติ');
  await expect(page.getByText('+500.00')).toBeVisible();
  await tapBar(page, 'โปรไฟล์');
  await expect(page.getByText('500.00').first()).toBeVisible();
  await tapBar(page, 'กระเป๋าของฉัน');
  await page.getByRole('link', { name: keepTogether('หมุนวงล้อ') }).click();
  await expect(spinButton(page)).toBeVisible();
  for (const each of ['home', 'statement', 'spin', 'profile']) {
    await page.goto(`/user/${each}`);
    await page.waitForLoadState('networkidle');
    const { sum, what } = await takeShifts(page);
    expect(sum, `${each}: ${what}`).toBeLessThan(MAX_SHIFT);
  }
});

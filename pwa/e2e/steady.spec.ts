import type { Page } from '@playwright/test';
import { fund, newMember } from './api';
import { cached, expect, logIn, test } from './journey';

declare global {
  interface Window {
    moved: { by: number; what: string }[];
  }
}

/** What the browser's own measure calls good is a tenth; a chat disc that settles is two thousandths. */
const STEADY = 0.01;

/** From now on each page notes what moved on it without having been touched. */
async function noteMoves(page: Page): Promise<void> {
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

test('a page that was seen before is drawn whole: nothing on it moves when its figures come', async ({
  page,
}) => {
  const member = await newMember();
  await fund(member, 500);
  await logIn(page, member);
  await cached(page);
  const pages = ['home', 'statement', 'spin', 'profile'];
  for (const each of pages) {
    await page.goto(`/user/${each}`);
    await page.waitForLoadState('networkidle');
  }
  await noteMoves(page);

  for (const each of pages) {
    await page.goto(`/user/${each}`);
    await page.waitForLoadState('networkidle');
    const moved = await page.evaluate(() => window.moved);
    const sum = moved.reduce((all, { by }) => all + by, 0);
    expect(sum, `${each}: ${JSON.stringify(moved)}`).toBeLessThan(STEADY);
  }
});

test('the first home after a log-in moves nothing away from under a finger when the games come last', async ({
  page,
}) => {
  const member = await newMember();
  await fund(member, 500);
  await noteMoves(page);
  const held: (() => void)[] = [];
  const lines = page.waitForResponse('**/api/statement');
  await page.route(/\/api\/(wallet|sync)(\?|$)/, async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });

  await logIn(page, member);
  await lines;
  // What came is drawn by then, and so is the skeleton of what did not.
  await expect(page.getByRole('main').locator('.animate-pulse').first()).toBeVisible();
  await page.evaluate(() => (window.moved = []));
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const letGo of held) letGo();
  await expect(page.getByRole('link', { name: /ฝาก/ })).toBeVisible();
  await page.waitForLoadState('networkidle');

  const moved = await page.evaluate(() => window.moved);
  const sum = moved.reduce((all, { by }) => all + by, 0);
  expect(sum, JSON.stringify(moved)).toBeLessThan(STEADY);
});

/**
 * Measures how long the page is blocked while the prize wheel turns, on a phone with a quarter of this
 * machine's speed.
 */
import type { Browser, Page } from '@playwright/test';
import { expect, test } from './journey';
import { dialog } from './money';
import { openWheel, spinButton, createMemberWithCoins, activateWinningWheel } from './spin';
import {
  eventNames,
  FRAME_MS,
  findLongestEvents,
  stopTracing,
  filterByThread,
  TIMELINE,
  type LongestEvents,
} from './trace';

const CPU_SLOWDOWN = 4;
const TURNS = process.env.SMOKE ? 1 : 5;

test.beforeAll(activateWinningWheel);

test('the blocking of the page by the turning wheel is measured', async ({ page, browser }) => {
  await openWheel(page, await createMemberWithCoins(TURNS));
  await markWheelStart(page);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const turns: LongestEvents[][] = [];
  for (let n = 0; n < TURNS; n++) turns.push(await measureTurn(page, browser));

  const table = PERIODS.flatMap((period, i) => [
    `  ${period}`,
    ...eventNames.map(
      (name) => `    longest ${name.padEnd(16)} ${turns.map((turn) => turn[i]![name].toFixed(1)).join('  ')}`,
    ),
  ]);
  console.log([`\n  the wheel at CPU ${CPU_SLOWDOWN}x, ms (at most ${FRAME_MS}):`, ...table].join('\n'));
});

const PERIODS = ['with the response, before it turns', 'as it begins to turn', 'while it turns'] as const;
/** Marks the start of the wheel's animation. The page's own work for it runs in the same task. */
async function markWheelStart(page: Page): Promise<void> {
  await page.evaluate(() => {
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...movement) {
      if (this.closest('[data-wheel]')) performance.mark('begins');
      return animate.apply(this, movement);
    };
  });
}

/**
 * Returns the longest event of each kind in three periods. They are the half second before the wheel turns,
 * the half second after its start, and the three seconds after that.
 */
async function measureTurn(page: Page, browser: Browser): Promise<LongestEvents[]> {
  await page.evaluate(() => performance.clearMarks());
  await browser.startTracing(page, { categories: TIMELINE });
  await spinButton(page).click();
  await page.waitForTimeout(4_500);
  expect(await page.evaluate(() => performance.getEntriesByName('begins').length)).toBe(1);
  const traceEvents = await stopTracing(browser);
  await expect(dialog(page).getByText('ยินดีด้วย คุณได้')).toBeVisible({ timeout: 60_000 });
  await dialog(page).getByRole('button', { name: 'ไว้ทีหลัง' }).click();
  await expect(dialog(page)).toHaveCount(0);
  const begins = traceEvents.find(({ name }) => name === 'begins')!;
  const thread = filterByThread(traceEvents, begins);
  return [
    findLongestEvents(thread, begins.ts - HALF_A_SECOND_US, begins.ts),
    findLongestEvents(thread, begins.ts, begins.ts + HALF_A_SECOND_US),
    findLongestEvents(thread, begins.ts + HALF_A_SECOND_US, begins.ts + 7 * HALF_A_SECOND_US),
  ];
}

const HALF_A_SECOND_US = 500_000;

/**
 * Measures how long the page is blocked while the prize wheel turns, on a phone with a quarter of this
 * machine's speed.
 */
import type { Browser, Page } from '@playwright/test';
import { expect, test } from './journey';
import { dialog } from './money';
import { atTheWheel, hub, memberWithCoins, winningWheel } from './spin';

const SLOWER = 4;
const TURNS = process.env.SMOKE ? 1 : 5;
/** The duration of a frame in ms at 60 frames a second. */
const FRAME_MS = 16;

test.beforeAll(winningWheel);

test('the wheel turns', async ({ page, browser }) => {
  await atTheWheel(page, await memberWithCoins(TURNS));
  await markWhenItTurns(page);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const turns: LongestEvents[][] = [];
  for (let n = 0; n < TURNS; n++) turns.push(await turn(page, browser));

  const table = parts.flatMap((part, i) => [
    `  ${part}`,
    ...names.map(
      (name) => `    longest ${name.padEnd(16)} ${turns.map((held) => held[i]![name].toFixed(1)).join('  ')}`,
    ),
  ]);
  console.log([`\n  the wheel at CPU ${SLOWER}x, ms (at most ${FRAME_MS}):`, ...table].join('\n'));
});

const parts = ['with the answer, before it turns', 'as it begins to turn', 'while it turns'] as const;
const names = ['RunTask', 'Layout', 'UpdateLayoutTree', 'Paint', 'FunctionCall'] as const;
type LongestEvents = Record<(typeof names)[number], number>;

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  args: { name?: string };
}

/** Marks the start of the wheel's animation. The page's own work for it runs in the same task. */
async function markWhenItTurns(page: Page): Promise<void> {
  await page.evaluate(() => {
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...movement) {
      if (this.closest('[data-wheel]')) performance.mark('begins');
      return animate.apply(this, movement);
    };
  });
}

/**
 * Returns the longest event of each kind in three periods: the half second before the wheel turns, the half
 * second after its start, and the three seconds after that.
 */
async function turn(page: Page, browser: Browser): Promise<LongestEvents[]> {
  await page.evaluate(() => performance.clearMarks());
  await browser.startTracing(page, {
    categories: ['-*', 'devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing'],
  });
  await hub(page).click();
  await page.waitForTimeout(4_500);
  expect(await page.evaluate(() => performance.getEntriesByName('begins').length)).toBe(1);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  await expect(dialog(page).getByText('ยินดีด้วย คุณได้')).toBeVisible({ timeout: 60_000 });
  await dialog(page).getByRole('button', { name: 'ไว้ทีหลัง' }).click();
  await expect(dialog(page)).toHaveCount(0);
  const begins = traceEvents.find(({ name }) => name === 'begins')!;
  const thread = traceEvents.filter(({ pid, tid }) => pid === begins.pid && tid === begins.tid);
  return [
    longest(thread, begins.ts - HALF_A_SECOND, begins.ts),
    longest(thread, begins.ts, begins.ts + HALF_A_SECOND),
    longest(thread, begins.ts + HALF_A_SECOND, begins.ts + 7 * HALF_A_SECOND),
  ];
}

const HALF_A_SECOND = 500_000;

/** Returns the longest event of each kind that ends within a period. */
function longest(events: TraceEvent[], from: number, to: number): LongestEvents {
  const within = events.filter(({ ts, dur = 0 }) => ts + dur >= from && ts + dur < to);
  expect(within.some(({ name }) => name === 'RunTask')).toBe(true);
  const held = names.map((name) => {
    const all = within.filter((event) => event.name === name).map(({ dur = 0 }) => dur / 1000);
    return [name, Math.max(0, ...all)];
  });
  return Object.fromEntries(held) as LongestEvents;
}

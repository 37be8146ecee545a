/** How long the page is held up while the prize wheel turns, on a phone with a quarter of this machine's speed. */
import type { Browser, Page } from '@playwright/test';
import { expect, test } from './journey';
import { dialog } from './money';
import { atTheWheel, hub, memberWithCoins, winningWheel } from './spin';

const SLOWER = 4;
const TURNS = 5;
/** A frame at 60 a second. */
const FRAME_MS = 16;

test.beforeAll(winningWheel);

test('the wheel turns', async ({ page, browser }) => {
  await atTheWheel(page, await memberWithCoins(TURNS));
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const turns: Held[][] = [];
  for (let n = 0; n < TURNS; n++) turns.push(await turn(page, browser));

  const table = parts.flatMap((part, i) => [
    `  ${part}`,
    ...names.map(
      (name) => `    longest ${name.padEnd(16)} ${turns.map((held) => held[i]![name].toFixed(1)).join('  ')}`,
    ),
  ]);
  console.log([`\n  the wheel at CPU ${SLOWER}x, ms (at most ${FRAME_MS}):`, ...table].join('\n'));
});

const parts = ['as it begins to turn, with the answer', 'while it turns'] as const;
const names = ['RunTask', 'Layout', 'UpdateLayoutTree', 'Paint', 'FunctionCall'] as const;
type Held = Record<(typeof names)[number], number>;

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  args: { name?: string };
}

/** The longest of each, in the half second after the tap's answer, and in the three after that. */
async function turn(page: Page, browser: Browser): Promise<Held[]> {
  await browser.startTracing(page, {
    categories: ['-*', 'devtools.timeline', 'disabled-by-default-devtools.timeline', 'blink.user_timing'],
  });
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/spinwheel/spin') && answer.ok());
  await hub(page).click();
  await answered;
  await page.evaluate(() => performance.mark('answered'));
  await page.waitForTimeout(500);
  await page.evaluate(() => performance.mark('turning'));
  await page.waitForTimeout(3_000);
  await page.evaluate(() => performance.mark('still turning'));
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  await expect(dialog(page).getByText('ยินดีด้วย คุณได้')).toBeVisible({ timeout: 60_000 });
  await dialog(page).getByRole('button', { name: 'ไว้ทีหลัง' }).click();
  await expect(dialog(page)).toHaveCount(0);
  return [longest(traceEvents, 'answered', 'turning'), longest(traceEvents, 'turning', 'still turning')];
}

function longest(events: TraceEvent[], after: string, before: string): Held {
  const from = events.find(({ name }) => name === after)!;
  const to = events.find(({ name }) => name === before)!;
  const within = events.filter(
    ({ pid, tid, ts }) =>
      pid === from.pid && tid === from.tid && ts > from.ts + 20_000 && ts < to.ts - 20_000,
  );
  expect(within.some(({ name }) => name === 'RunTask')).toBe(true);
  const held = names.map((name) => {
    const all = within.filter((event) => event.name === name).map(({ dur = 0 }) => dur / 1000);
    return [name, Math.max(0, ...all)];
  });
  return Object.fromEntries(held) as Held;
}

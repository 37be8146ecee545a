/**
 * Measures a member with a long history on a slow phone: the main thread while the statement scrolls, and the
 * memory of the page after many visits of every page.
 */
import type { Browser, CDPSession, Page } from '@playwright/test';
import { fundWallet, fetchLedger, createMember, type Member } from './api';
import { closeSheet, expect, openChat, openWithStoredToken, tapBar, test } from './journey';
import { makeBankTransfer } from './sandbox';
import {
  eventNames,
  FRAME_MS,
  findLongestEvents,
  stopTracing,
  filterByThread,
  TIMELINE,
  type LongestEvents,
} from './trace';
import { keepTogether } from '../src/i18n/keep-together';

const CPU_SLOWDOWN = 4;
const LINES = process.env.SMOKE ? 30 : 2_000;
const PAGES = process.env.SMOKE ? 1 : 5;
/** Rounds through the app. A member who looks something up each minute makes sixty in an hour. */
const ROUNDS = process.env.SMOKE ? 4 : 60;
/** The round after which the memory is measured first: ten minutes. */
const EARLY = process.env.SMOKE ? 1 : 10;

test('scrolling a statement of many lines is measured', async ({ page, browser }) => {
  test.setTimeout(900_000);
  const member = await createMemberWithLines(LINES);
  await openWithStoredToken(page, member, '/user/statement');
  await expect(page.locator('main li').first()).toBeVisible();
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });

  const scrolled: LongestEvents[] = [];
  for (let n = 0; n < PAGES; n++) {
    scrolled.push(await scroll(page, browser, cdp));
    if (n < PAGES - 1) await turnPage(page, n + 2);
  }

  const rows = eventNames.map(
    (name) =>
      `    longest ${name.padEnd(16)} ${scrolled.map((longest) => longest[name].toFixed(1)).join('  ')}`,
  );
  console.log(
    `\n  scrolling ${PAGES} pages of ${LINES} lines at CPU ${CPU_SLOWDOWN}x, ms (at most ${FRAME_MS}):\n${rows.join('\n')}`,
  );
});

test('the memory of the page over an hour of use is measured', async ({ page }) => {
  test.setTimeout(900_000);
  const member = await createMemberWithLines(30);
  await openWithStoredToken(page, member);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('HeapProfiler.enable');
  const used: string[] = [];
  const sizes: number[] = [];
  for (let n = 1; n <= ROUNDS; n++) {
    await visitAllPages(page);
    if (n % (ROUNDS / 2) && n !== EARLY) continue;
    const { data, code, nodes, listeners } = await memoryOf(cdp);
    sizes.push(data);
    used.push(
      `    after ${n} rounds ${formatMegabytes(data)} of data, ${formatMegabytes(code)} of code, ${nodes} nodes, ${listeners} listeners`,
    );
  }
  const growth = sizes.at(-1)! / sizes[0]!;
  console.log(
    `\n  the page's memory\n${used.join('\n')}\n    data grows by ${growth.toFixed(2)} times (at most 1.1)`,
  );
});

const formatMegabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`;

/** Creates a member with a deposit per statement line, which the bank's feed reports. */
async function createMemberWithLines(lines: number): Promise<Member> {
  const member = await createMember();
  await fundWallet(member, 1);
  for (let done = 1; done < lines; done += 20)
    await Promise.all(
      Array.from({ length: Math.min(20, lines - done) }, () => makeBankTransfer(member, 1, { feed: true })),
    );
  await expect.poll(async () => (await fetchLedger(member)).balance, { timeout: 600_000 }).toBe(lines);
  return member;
}

/**
 * Scrolls down and up again as a finger does, and returns the longest events meanwhile. It waits first, since
 * a page loads other pages' code after it has opened.
 */
async function scroll(page: Page, browser: Browser, cdp: CDPSession): Promise<LongestEvents> {
  await page.waitForTimeout(5_000);
  await browser.startTracing(page, { categories: TIMELINE });
  await page.evaluate(() => performance.mark('scroll begins'));
  for (const yDistance of [-2_000, 2_000])
    await cdp.send('Input.synthesizeScrollGesture', { x: 195, y: 400, yDistance, speed: 1_600 });
  await page.evaluate(() => performance.mark('scroll ends'));
  const events = await stopTracing(browser);
  const begins = events.find(({ name }) => name === 'scroll begins')!;
  const ends = events.find(({ name }) => name === 'scroll ends')!;
  return findLongestEvents(filterByThread(events, begins), begins.ts, ends.ts);
}

async function turnPage(page: Page, to: number): Promise<void> {
  await page.getByRole('button', { name: keepTogether('หน้าถัดไป') }).click();
  await expect(page).toHaveURL(new RegExp(`page=${to}\\b`));
  await expect(page.locator('main li').first()).toBeVisible();
}

/** Opens every page of the bar, a line, and the chat, and returns to the home page. */
async function visitAllPages(page: Page): Promise<void> {
  await tapBar(page, 'ประวัติ');
  await page.locator('main li').first().getByRole('link').click();
  await expect(page).toHaveURL(/\/user\/statement\/.+/);
  await page.goBack();
  for (const name of ['โปรไฟล์', 'ติดต่อ', 'กระเป๋าของฉัน']) await tapBar(page, name);
  await openChat(page);
  await closeSheet(page);
}

interface Snapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[]] } };
  nodes: number[];
}

/**
 * Returns the page's memory after a garbage collection, in bytes, and its DOM nodes and listeners. Compiled
 * code has its own figure: V8 compiles only code that runs often, so this figure stops growing. The browser's
 * own objects are left out, since they contain the responses that the test's connection records.
 */
async function memoryOf(
  cdp: CDPSession,
): Promise<{ data: number; code: number; nodes: number; listeners: number }> {
  const chunks: string[] = [];
  const add = ({ chunk }: { chunk: string }) => void chunks.push(chunk);
  await cdp.send('HeapProfiler.collectGarbage');
  cdp.on('HeapProfiler.addHeapSnapshotChunk', add);
  await cdp.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  cdp.off('HeapProfiler.addHeapSnapshotChunk', add);
  const { snapshot, nodes: fields } = JSON.parse(chunks.join('')) as Snapshot;
  const { node_fields: names, node_types: types } = snapshot.meta;
  const [type, size] = [names.indexOf('type'), names.indexOf('self_size')];
  const sums = { data: 0, code: 0, native: 0 };
  for (let at = 0; at < fields.length; at += names.length) {
    const name = types[0][fields[at + type]!]!;
    sums[name === 'code' || name === 'native' ? name : 'data'] += fields[at + size]!;
  }
  const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters');
  return { data: sums.data, code: sums.code, nodes, listeners: jsEventListeners };
}

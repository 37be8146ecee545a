/**
 * Runs Lighthouse (mobile) on every screen, each in its own browser. It also measures the two pages of
 * floor.ts. Reports the median of five rounds, and how many points each screen is below the empty page.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { launch } from 'chrome-launcher';
import lighthouse, { type Result, type TraceEvent } from 'lighthouse';
import { callApi, createMember, fundWallet, logInByApi, type Member } from '../../pwa/e2e/api';
import { chromiumArgs } from '../../pwa/e2e/chromium';
import { serverUrls } from '../../pwa/e2e/server';
import { logInOnLoginPage, waitUntilCached } from '../../pwa/e2e/journey';
import { openPhone } from '../../pwa/e2e/phone';
import { serveFloor } from './floor';

const ROUNDS = Number(process.env.ROUNDS ?? 5);
/** The maximum number of points, of 100, that a screen may be below the empty page. */
const MAX_BELOW = 4;
/** Lighthouse simulates a phone that is slower than this machine by this factor. */
const SLOWER = 4;
/** Chromium sometimes loses a trace. Then the measurement is repeated, up to this many times in all. */
const TRIES = 4;

const PUBLIC = ['/login', '/register', '/forgot', '/howto', '/contact', '/terminated'];
const MEMBER_PAGES = ['home', 'statement', 'bonus', 'spin', 'spin/check', 'profile', 'contact'];

interface Screen {
  name: string;
  url: string;
  /**
   * The browser profile of the signed-in member's phone. If undefined, each measurement uses a new profile.
   */
  folder?: string;
}

interface Round {
  performance: number;
  accessibility: number;
  practices: number;
  /** Largest Contentful Paint, in ms. */
  readable: number;
  /** Total Blocking Time, in ms. */
  blocked: number;
  /**
   * Like `blocked`, but computed from CPU time instead of elapsed time, in milliseconds. So it leaves out the
   * time in which the machine ran other work.
   */
  own: number;
  /** Cumulative Layout Shift. */
  moved: number;
  /**
   * The speed of the machine by Lighthouse's own index. Lighthouse simulates a phone by slowing the machine
   * down four times.
   */
  machine: number;
}

test('every screen is at most four points below the empty page', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'krapao-phone-'));
  const built = await mkdtemp(join(tmpdir(), 'krapao-floor-'));
  const floor = await serveFloor(built);
  const screens = [
    { name: 'hello', url: `${floor.origin}/empty` },
    { name: 'floor', url: `${floor.origin}/` },
    ...(await screensOf(folder)),
  ];
  const rounds = new Map<string, Round[]>();

  for (let n = 0; n < ROUNDS; n++) {
    for (const screen of screens) {
      rounds.set(screen.name, [...(rounds.get(screen.name) ?? []), await measure(screen)]);
    }
  }

  floor.close();
  for (const used of [folder, built]) await rm(used, { recursive: true, force: true });
  const medians = [...rounds].map(([name, all]) => ({ name, ...medianOf(all) }));
  console.log(`\n${tableOf(medians)}`);
  const least = medians[0]!.performance - MAX_BELOW;
  const short = medians.filter(
    ({ performance, accessibility, practices }) =>
      performance < least || accessibility < 100 || practices < 100,
  );
  expect(short.map(({ name }) => name)).toEqual([]);
});

/** Returns the screens that SCREENS selects. Signs a new member in for the member's pages. */
async function screensOf(folder: string): Promise<Screen[]> {
  const member = await createMember();
  await fundWallet(member, 500);
  const token = await logInByApi(member);
  const { statements } = await callApi<{ statements: { _id: string }[] }>(
    'POST',
    '/api/statement',
    { page: 1, limit: 1 },
    token,
  );
  await storeLogin(member, folder);
  const own = MEMBER_PAGES.map((path) => [`user/${path}`, `/user/${path}`]);
  own.push(['a statement line', `/user/statement/${statements[0]!._id}`]);
  return [
    ...PUBLIC.map((path) => ({ name: path.slice(1), url: serverUrls.app + path })),
    ...own.map(([name, path]) => ({ name: name!, url: serverUrls.app + path, folder })),
  ].filter(({ name }) => new RegExp(process.env.SCREENS ?? '').test(name));
}

/** Signs the member in, waits until the app is cached, and closes the browser. */
async function storeLogin(member: Member, folder: string): Promise<void> {
  const browser = await openPhone(folder);
  const page = browser.pages()[0]!;
  await page.goto(`${serverUrls.app}/login`);
  await logInOnLoginPage(page, member);
  await waitUntilCached(page);
  await page.waitForLoadState('networkidle');
  await browser.close();
}

async function measure(screen: Screen): Promise<Round> {
  for (let tries = 0; tries < TRIES; tries++) {
    const found = await measureOnce(screen);
    if (found) return found;
  }
  throw new Error(`Lighthouse has no result for ${screen.name}`);
}

async function measureOnce({ url, folder }: Screen): Promise<Round | null> {
  const own = folder ?? (await mkdtemp(join(tmpdir(), 'krapao-lighthouse-')));
  const chrome = await launch({
    chromePath: process.env.CHROMIUM_PATH,
    chromeFlags: ['--headless=new', ...chromiumArgs()],
    userDataDir: own,
  });
  try {
    const run = await lighthouse(url, {
      port: chrome.port,
      logLevel: 'error',
      disableStorageReset: folder !== undefined,
      onlyCategories: ['performance', 'accessibility', 'best-practices'],
    });
    if (!run || run.lhr.runtimeError) return null;
    const { categories, audits } = run.lhr;
    const points = (of: string) => Math.round((categories[of]?.score ?? 0) * 100);
    printFailedAudits(url, audits);
    const value = (of: string) => audits[of]?.numericValue ?? Number.NaN;
    return {
      performance: points('performance'),
      accessibility: points('accessibility'),
      practices: points('best-practices'),
      readable: value('largest-contentful-paint'),
      blocked: value('total-blocking-time'),
      own: ownBlocked(run.artifacts.Trace.traceEvents),
      moved: value('cumulative-layout-shift'),
      machine: run.lhr.environment.benchmarkIndex,
    };
  } finally {
    chrome.kill();
    if (folder === undefined) await rm(own, { recursive: true, force: true, maxRetries: 5 });
  }
}

/**
 * Returns the blocking time in ms. A task's CPU time is multiplied by four, as on the phone; only the part
 * above 50 ms blocks.
 */
function ownBlocked(trace: TraceEvent[]): number {
  const paint = trace.filter(({ name }) => name === 'firstContentfulPaint').sort((a, b) => b.ts - a.ts)[0]!;
  return trace
    .filter(({ name, pid, tid }) => name === 'RunTask' && pid === paint.pid && tid === paint.tid)
    .filter(({ ts, dur }) => ts + dur > paint.ts)
    .reduce((sum, { tdur = 0 }) => sum + Math.max(0, (SLOWER * tdur) / 1000 - 50), 0);
}

/** Prints the failed audits that only pass or fail. The table shows the measured audits. */
function printFailedAudits(url: string, audits: Result['audits']): void {
  for (const { id, title, score, scoreDisplayMode } of Object.values(audits)) {
    if (scoreDisplayMode === 'binary' && score === 0 && id !== 'bf-cache')
      console.log(`  ${url}: ${id}: ${title}`);
  }
}

function medianOf(all: Round[]): Round {
  const of = (key: keyof Round) => all.map((round) => round[key]).sort((a, b) => a - b)[all.length >> 1]!;
  return {
    performance: of('performance'),
    accessibility: of('accessibility'),
    practices: of('practices'),
    readable: of('readable'),
    blocked: of('blocked'),
    own: of('own'),
    moved: of('moved'),
    machine: of('machine'),
  };
}

function tableOf(medians: ({ name: string } & Round)[]): string {
  const width = Math.max(...medians.map(({ name }) => name.length));
  const rows = medians.map(
    ({ name, performance, accessibility, practices, readable, blocked, own, moved, machine }) =>
      `  ${name.padEnd(width)} ${[performance, accessibility, practices].map((n) => String(n).padStart(12)).join('')}` +
      `${String(Math.round(readable)).padStart(10)} ms${String(Math.round(blocked)).padStart(8)} ms${String(Math.round(own)).padStart(6)} ms${moved.toFixed(3).padStart(9)}${String(Math.round(machine)).padStart(9)}`,
  );
  const head = `  ${' '.repeat(width)}  performance access    practices     readable    blocked      own    moved  machine`;
  return [head, ...rows].join('\n');
}

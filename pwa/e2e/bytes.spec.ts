import type { Page, Request } from '@playwright/test';
import { fundWallet, createMember } from './api';
import { expect, openWithStoredToken, test } from './journey';

/** In ms. Longer than all delays of work that the app postpones until its first responses have arrived. */
const SETTLES_MS = 3_000;
/** A page that sent no request for this many ms sends no more. */
const QUIET_MS = 1_000;

test('an unchanged home that is visible again costs at most 1.5 kB', async ({ page }) => {
  const member = await createMember();
  await fundWallet(member, 500);
  await page.clock.install();
  const traffic = recordTraffic(page);
  await openWithStoredToken(page, member);
  await expect(page.getByText('500.00').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'สล็อต' })).toBeVisible();
  await settle(page, traffic);
  traffic.finished.length = 0;

  const synced = page.waitForResponse('**/api/sync**');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await synced;
  await settle(page, traffic);

  const { calls, bytes } = await sumOf(traffic.finished);
  test.info().annotations.push({ type: 'bytes', description: String(bytes) });
  expect(calls).toEqual(['GET /api/sync']);
  expect(bytes).toBeLessThanOrEqual(1_500);
});

interface Traffic {
  open: number;
  /** When a request last began or ended, in ms since 1970. */
  changedAt: number;
  finished: Request[];
}

function recordTraffic(page: Page): Traffic {
  const traffic: Traffic = { open: 0, changedAt: Date.now(), finished: [] };
  const countRequest = (change: number) => {
    traffic.open += change;
    traffic.changedAt = Date.now();
  };
  page.on('request', () => countRequest(1));
  page.on('requestfailed', () => countRequest(-1));
  page.on('requestfinished', (request) => {
    countRequest(-1);
    traffic.finished.push(request);
  });
  return traffic;
}

/** Runs the work that the page has postponed. Resolves once the page sends no more requests. */
async function settle(page: Page, traffic: Traffic): Promise<void> {
  await page.clock.runFor(SETTLES_MS);
  traffic.changedAt = Date.now();
  const isQuiet = () => traffic.open === 0 && Date.now() - traffic.changedAt >= QUIET_MS;
  await expect.poll(isQuiet, 'the page sends no more requests').toBe(true);
}

/** Returns the requests, and the bytes of the responses' headers and bodies as transferred. */
async function sumOf(requests: readonly Request[]): Promise<{ calls: string[]; bytes: number }> {
  const sizes = await Promise.all(requests.map((request) => request.sizes()));
  const calls = requests.map((request) => `${request.method()} ${new URL(request.url()).pathname}`);
  const bytes = sizes.reduce((sum, size) => sum + size.responseHeadersSize + size.responseBodySize, 0);
  return { calls, bytes };
}

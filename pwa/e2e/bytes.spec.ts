import type { Page, Request } from '@playwright/test';
import { fund, newMember } from './api';
import { expect, logIn, test } from './journey';

/** Longer than anything that the app puts off until its first answers are in. */
const SETTLES_MS = 3_000;

test('a home that comes back into view with nothing changed costs at most 1.5 kB', async ({ page }) => {
  const member = await newMember();
  await fund(member, 500);
  await page.goto('/login');
  await logIn(page, member);
  await expect(page.getByText('500.00').first()).toBeVisible();
  await page.waitForTimeout(SETTLES_MS);
  const cost = count(page);

  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await page.waitForTimeout(SETTLES_MS);

  const { asked, bytes } = await cost();
  test.info().annotations.push({ type: 'bytes', description: String(bytes) });
  expect(asked).toEqual(['GET /api/sync']);
  expect(bytes).toBeLessThanOrEqual(1_500);
});

/** What the server sends from now on, heads and bodies as on the wire. */
function count(page: Page): () => Promise<{ asked: string[]; bytes: number }> {
  const requests: Request[] = [];
  page.on('requestfinished', (request) => void requests.push(request));
  return async () => {
    const sizes = await Promise.all(requests.map((request) => request.sizes()));
    const asked = requests.map((request) => `${request.method()} ${new URL(request.url()).pathname}`);
    const bytes = sizes.reduce((sum, size) => sum + size.responseHeadersSize + size.responseBodySize, 0);
    return { asked, bytes };
  };
}

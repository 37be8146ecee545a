import { readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, test } from './journey';

const DIST = resolve(import.meta.dirname, '../../backend/webapp/dist');
const KB = 1000;

test('the first page loads at most 180 kB of script, as sent with brotli', async ({ page }) => {
  const sent: Promise<number>[] = [];
  page.on('requestfinished', (request) => {
    if (request.resourceType() === 'script')
      sent.push(request.sizes().then(({ responseBodySize }) => responseBodySize));
  });
  await page.goto('/login', { waitUntil: 'networkidle' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

  const bytes = (await Promise.all(sent)).reduce((sum, size) => sum + size, 0);

  test.info().annotations.push({ type: 'bytes', description: String(bytes) });
  expect(bytes).toBeGreaterThan(50 * KB);
  expect(bytes, `${(bytes / KB).toFixed(1)} kB`).toBeLessThanOrEqual(180 * KB);
});

test('the app kept for offline is at most 600 kB, as sent with brotli', async () => {
  const worker = await readFile(join(DIST, 'sw.js'), 'utf8');
  const files = [...worker.matchAll(/"?url"?:\s*"([^"]+)"/g)].map(([, url]) => url!);
  const sizes = files.map(async (file) => {
    const path = join(DIST, file);
    return (await stat(`${path}.br`).catch(() => stat(path))).size;
  });

  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);

  expect(files.length).toBeGreaterThan(10);
  expect(bytes, `${(bytes / KB).toFixed(1)} kB`).toBeLessThanOrEqual(600 * KB);
});

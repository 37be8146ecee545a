import { serverUrls } from './server';
import { waitUntilCached, expect, test, recordPageFaults, WITH_WORKER } from './journey';
import { openPhone } from './phone';
import { Release } from './release';
import { isVersionWaiting, leaveUntilReloaded, installNewVersion, updateBanner } from './update';
import { withPhone } from './with-phone';

test.use(WITH_WORKER);

withPhone('the app can be installed, and its service worker controls the page', async ({ folder }) => {
  const browser = await openPhone(folder);
  const faults = await recordPageFaults(browser);
  const page = browser.pages()[0]!;
  await page.goto(`${serverUrls.app}/login`);
  await waitUntilCached(page);
  const devtools = await browser.newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  expect(installabilityErrors).toEqual([]);
  const { errors, url } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(url).toBe(`${serverUrls.app}/manifest.webmanifest`);
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toBe(
    `${serverUrls.app}/sw.js`,
  );
  expect(faults).toEqual([]);
  await browser.close();
});

test('a new version is offered, and activated when the member applies it or hides the page', async ({
  page,
}) => {
  const release = await Release.open();
  const banner = updateBanner(page);
  await page.goto(`${release.url}/login`);
  await waitUntilCached(page);
  release.next = true;
  await installNewVersion(page);
  await expect(banner).toBeVisible();

  await page.getByLabel('เบอร์โทรศัพท์').fill('0812345678');
  await expect(banner, 'never over a form that is half filled in').toHaveCount(0);
  // The bottom bar is hidden while a field has the focus, as for a keyboard.
  await page.getByLabel('เบอร์โทรศัพท์').blur();
  await page.getByRole('link', { name: 'วิธีใช้' }).click();
  await expect(banner).toBeVisible();
  const reloaded = page.waitForEvent('load');
  await banner.getByRole('button', { name: 'อัปเดตเลย' }).click();
  await reloaded;
  await expect(page.getByRole('heading', { name: 'วิธีใช้' })).toBeVisible();
  await expect(banner).toHaveCount(0);
  expect(await isVersionWaiting(page)).toBe(false);

  // The worker changes back to the previous version, which also counts as a new version.
  release.next = false;
  await installNewVersion(page);
  await expect(banner).toBeVisible();
  await leaveUntilReloaded(page);
  await expect(page.getByRole('heading', { name: 'วิธีใช้' })).toBeVisible();
  expect(await isVersionWaiting(page)).toBe(false);
  await release.close();
});

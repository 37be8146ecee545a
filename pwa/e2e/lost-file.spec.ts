/**
 * The network fails during a first visit, before the last of the app's files has loaded. No worker has stored
 * the files yet.
 */
import { test } from '@playwright/test';
import { createMember } from './api';
import { serverUrls } from './server';
import { expect, openWithStoredToken } from './journey';

test.use({ serviceWorkers: 'block', baseURL: async ({}, use) => use(serverUrls.app) });

test('a file that the network lost is fetched again once the network is back', async ({ page, context }) => {
  const member = await createMember();
  let failRequest = () => {};
  const mayFail = new Promise<void>((resolve) => (failRequest = resolve));
  await page.route('**/assets/live-entry-*', async (route) => {
    await mayFail;
    await route.abort('internetdisconnected');
  });
  await openWithStoredToken(page, member);
  await expect(page.getByRole('region', { name: 'กระเป๋าของฉัน' })).toBeVisible();
  const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/live-entry-'));
  await context.setOffline(true);
  failRequest();
  await lost;

  await page.unroute('**/assets/live-entry-*');
  const socketOpened = page.waitForEvent('websocket', (socket) => socket.url().endsWith('/api/chat/socket'));
  await context.setOffline(false);

  await socketOpened;
});

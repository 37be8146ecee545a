/**
 * The network fails during a first visit, before the last of the app's files has loaded. No worker has stored
 * the files yet.
 */
import { test } from '@playwright/test';
import { newMember } from './api';
import { serverUrls } from './server';
import { expect, signIn } from './journey';

test.use({ serviceWorkers: 'block', baseURL: async ({}, use) => use(serverUrls.app) });

test('a file that the network lost is fetched again once the network is back', async ({ page, context }) => {
  const member = await newMember();
  let lose = () => {};
  const read = new Promise<void>((resolve) => (lose = resolve));
  await page.route('**/assets/live-entry-*', async (route) => {
    await read;
    await route.abort('internetdisconnected');
  });
  await signIn(page, member);
  await expect(page.getByRole('region', { name: 'กระเป๋าของฉัน' })).toBeVisible();
  const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/live-entry-'));
  await context.setOffline(true);
  lose();
  await lost;

  await page.unroute('**/assets/live-entry-*');
  const line = page.waitForEvent('websocket', (socket) => socket.url().endsWith('/api/chat/socket'));
  await context.setOffline(false);

  await line;
});

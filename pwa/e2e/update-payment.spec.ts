/**
 * A new version is published while money is being moved. No page reloads, the response arrives, and only then
 * the app updates.
 */
import type { Page } from '@playwright/test';
import { fetchLedger, fundWallet, createMember } from './api';
import { waitUntilCached, expect, openWithStoredToken, test, WITH_WORKER } from './journey';
import { openWithdrawConfirmation, confirmButton, dialog } from './money';
import { Release } from './release';
import {
  isMarked,
  isVersionWaiting,
  leaveUntilReloaded,
  hideAndShowPage,
  markPage,
  installNewVersion,
  updateBanner,
} from './update';
import { fetchPayouts } from './sandbox';

test.use(WITH_WORKER);

// Two workers are installed and two tabs loaded, which takes longer than other journeys.
test('a new version waits for a confirmation and its response, also if another tab activates it, and is then activated', async ({
  page,
  context,
}) => {
  const release = await Release.open();
  const member = await createMember();
  await fundWallet(member, 500);
  await openWithStoredToken(page, member, '/user/home', release.url);
  await waitUntilCached(page);
  const other = await context.newPage();
  await other.goto(`${release.url}/user/home`);
  const respond = await holdResponse(page);
  await page.bringToFront();
  await openWithdrawConfirmation(page, '200');
  await markPage(page);
  release.next = true;
  await installNewVersion(page);

  await hideAndShowPage(page);
  await confirmButton(page).click();
  await expect.poll(async () => (await fetchPayouts(member)).length).toBe(1);
  await hideAndShowPage(page);
  await page.keyboard.press('Escape'); // The sheet closes, its command continues.
  await hideAndShowPage(page);
  await expect(updateBanner(page)).toHaveCount(0);
  expect(await isVersionWaiting(page)).toBe(true);

  const reloaded = other.waitForEvent('load');
  await updateBanner(other).getByRole('button', { name: 'อัปเดตเลย' }).click();
  await reloaded;
  expect(await isVersionWaiting(other)).toBe(false);
  await hideAndShowPage(page);
  expect(await isMarked(page), 'the page that sent the withdrawal is still there').toBe(true);

  respond();
  await page.bringToFront();
  await page.getByRole('button', { name: 'ถอนเงิน', exact: true }).click();
  await expect(dialog(page).getByText('ถอน 200.00 บาทสำเร็จ').last()).toBeVisible();
  expect(await isMarked(page), 'the response arrived at the page that sent the withdrawal').toBe(true);
  await dialog(page).getByRole('button', { name: 'ปิด' }).filter({ hasText: 'ปิด' }).click();
  await expect(updateBanner(page)).toBeVisible();
  await leaveUntilReloaded(page);
  await expect(page.getByText('300.00').first()).toBeVisible();
  expect(await fetchPayouts(member)).toHaveLength(1);
  expect((await fetchLedger(member)).balance).toBe(300);
  await release.close();
});

/**
 * Lets the withdrawal reach the server, and holds back the response. Returns a function that releases the
 * response.
 */
async function holdResponse(page: Page): Promise<() => void> {
  let respond: () => void = () => {};
  const held = new Promise<void>((done) => (respond = done));
  await page.route('**/api/wallet/withdrawAll', async (route) => {
    const response = await route.fetch();
    await held;
    await route.fulfill({ response });
  });
  return () => respond();
}

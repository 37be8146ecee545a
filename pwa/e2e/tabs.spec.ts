/**
 * Two tabs and the installed app on one phone at the same time: they share one queue and one session, and
 * each command takes effect once. These journeys take longer than others: they open several pages, and
 * responses are lost twice.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { fetchLedger, fundWallet, createMember } from './api';
import {
  waitUntilCached,
  expect,
  closeOutcomeSheet,
  uploadSlip,
  openWithStoredToken,
  test,
  recordPageFaults,
} from './journey';
import { openWithdrawConfirmation, confirmButton, dialog, InterceptedCall } from './money';
import { openPhone } from './phone';
import type { CuttableProxy } from './proxy';
import { cutConnection, reconnect, withPhone } from './with-phone';
import { fetchPayouts, makeBankTransfer } from './sandbox';

/** Opens a second tab, and a window of the installed app. */
async function openTabAndApp(
  browser: BrowserContext,
  network: Pick<CuttableProxy, 'url'>,
): Promise<[Page, Page]> {
  const [tab, installed] = [await browser.newPage(), await browser.newPage()];
  const devtools = await browser.newCDPSession(installed);
  await devtools.send('Emulation.setEmulatedMedia', {
    features: [{ name: 'display-mode', value: 'standalone' }],
  });
  for (const page of [tab, installed]) await page.goto(`${network.url}/user/home`);
  return [tab, installed];
}

withPhone(
  'a slip that is queued with three windows open is sent once, and one logout ends the session in all of them',
  async ({ folder, network }) => {
    const member = await createMember();
    const browser = await openPhone(folder);
    const faults = await recordPageFaults(browser);
    const first = browser.pages()[0]!;
    await openWithStoredToken(first, member, '/user/home', network.url);
    await waitUntilCached(first);
    const others = await openTabAndApp(browser, network);
    await cutConnection(browser, network);
    await first.bringToFront();
    await uploadSlip(first, (await makeBankTransfer(member, 125)).picture);
    await expect(first.getByText(/ยังไม่ได้ส่ง/)).toBeVisible();
    await closeOutcomeSheet(first);
    const before = network.requestCount('POST /api/wallet/slip');

    await reconnect(browser, network);
    for (const page of [first, ...others]) {
      await page.bringToFront();
      await expect(page.getByText('+125.00')).toBeVisible();
    }
    expect(network.requestCount('POST /api/wallet/slip') - before).toBe(1);
    expect((await fetchLedger(member)).lines).toHaveLength(1);

    await others[0].goto(`${network.url}/user/profile?sheet=logout`);
    await dialog(others[0]).getByRole('button', { name: 'ออกจากระบบ' }).click();
    for (const page of [first, ...others]) {
      await page.bringToFront();
      await expect(page).toHaveURL(/\/login/);
      expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    }
    expect(faults).toEqual([]);
    await browser.close();
  },
);

test('a withdrawal confirmed in two tabs is paid once while its response is missing; another amount is paid separately', async ({
  page,
  context,
}) => {
  const member = await createMember();
  await fundWallet(member, 1000);
  await openWithStoredToken(page, member);
  const other = await context.newPage();
  await other.goto('/user/home');
  const posts = [
    await InterceptedCall.on(page, 'POST', '/api/wallet/withdrawAll'),
    await InterceptedCall.on(other, 'POST', '/api/wallet/withdrawAll'),
  ] as const;
  for (const each of posts) each.responsesToLose = 2;
  for (const tab of [page, other]) await openWithdrawConfirmation(tab, '200');

  await Promise.all([confirmButton(page).click(), confirmButton(other).click()]);

  for (const tab of [page, other])
    await expect(dialog(tab).getByText('ถอน 200.00 บาทสำเร็จ').last()).toBeVisible();
  expect(new Set(posts.flatMap(({ keys }) => keys)).size).toBe(1);
  expect(await fetchPayouts(member)).toHaveLength(1);

  for (const [tab, amount] of [
    [page, '110'],
    [other, '120'],
  ] as const) {
    await tab.goto('/user/home');
    await openWithdrawConfirmation(tab, amount);
  }
  await Promise.all([confirmButton(page).click(), confirmButton(other).click()]);

  await expect(dialog(page).getByText('ถอน 110.00 บาทสำเร็จ').last()).toBeVisible();
  await expect(dialog(other).getByText('ถอน 120.00 บาทสำเร็จ').last()).toBeVisible();
  expect((await fetchPayouts(member)).map(({ amount }) => amount).toSorted()).toEqual([110, 120, 200]);
  expect((await fetchLedger(member)).balance).toBe(570);
});

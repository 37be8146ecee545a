/**
 * Two tabs and the installed app on one phone at the same time: they share one queue and one session, and
 * each command takes effect once. These journeys take longer than others: they open several pages, and
 * responses are lost twice.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { ledgerOf, fund, newMember } from './api';
import {
  waitUntilCached,
  expect,
  closeOutcomeSheet,
  uploadSlip,
  signIn,
  test,
  collectFaults,
} from './journey';
import { askToWithdraw, confirmButton, dialog, InterceptedCall } from './money';
import { openPhone } from './phone';
import type { CuttableProxy } from './proxy';
import { cutOff, reconnect, withPhone } from './with-phone';
import { payoutsTo, transfer } from './sandbox';

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
  'a slip queued under three windows is sent by one of them, and one log-out ends all',
  async ({ folder, network }) => {
    const member = await newMember();
    const browser = await openPhone(folder);
    const faults = await collectFaults(browser);
    const first = browser.pages()[0]!;
    await signIn(first, member, '/user/home', network.url);
    await waitUntilCached(first);
    const others = await openTabAndApp(browser, network);
    await cutOff(browser, network);
    await first.bringToFront();
    await uploadSlip(first, (await transfer(member, 125)).picture);
    await expect(first.getByText(/ยังไม่ได้ส่ง/)).toBeVisible();
    await closeOutcomeSheet(first);
    const before = network.requestCount('POST /api/wallet/slip');

    await reconnect(browser, network);
    for (const page of [first, ...others]) {
      await page.bringToFront();
      await expect(page.getByText('+125.00')).toBeVisible();
    }
    expect(network.requestCount('POST /api/wallet/slip') - before).toBe(1);
    expect((await ledgerOf(member)).lines).toHaveLength(1);

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

test('the same withdrawal from two tabs is one withdrawal while its response is missing; another amount is another one', async ({
  page,
  context,
}) => {
  const member = await newMember();
  await fund(member, 1000);
  await signIn(page, member);
  const other = await context.newPage();
  await other.goto('/user/home');
  const posts = [
    await InterceptedCall.on(page, 'POST', '/api/wallet/withdrawAll'),
    await InterceptedCall.on(other, 'POST', '/api/wallet/withdrawAll'),
  ] as const;
  for (const each of posts) each.responsesToLose = 2;
  for (const tab of [page, other]) await askToWithdraw(tab, '200');

  await Promise.all([confirmButton(page).click(), confirmButton(other).click()]);

  for (const tab of [page, other])
    await expect(dialog(tab).getByText('ถอน 200.00 บาทสำเร็จ').last()).toBeVisible();
  expect(new Set(posts.flatMap(({ keys }) => keys)).size).toBe(1);
  expect(await payoutsTo(member)).toHaveLength(1);

  for (const [tab, amount] of [
    [page, '110'],
    [other, '120'],
  ] as const) {
    await tab.goto('/user/home');
    await askToWithdraw(tab, amount);
  }
  await Promise.all([confirmButton(page).click(), confirmButton(other).click()]);

  await expect(dialog(page).getByText('ถอน 110.00 บาทสำเร็จ').last()).toBeVisible();
  await expect(dialog(other).getByText('ถอน 120.00 บาทสำเร็จ').last()).toBeVisible();
  expect((await payoutsTo(member)).map(({ amount }) => amount).toSorted()).toEqual([110, 120, 200]);
  expect((await ledgerOf(member)).balance).toBe(570);
});

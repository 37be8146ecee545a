import type { Page } from '@playwright/test';
import { fetchLedger, fundWallet, createMember } from '../api';
import { shownChatTexts, expect, logInOnLoginPage, openChat, tapBar, sendChatText } from '../journey';
import { openPhone } from '../phone';
import { withPhone as test } from '../with-phone';
import { keepTogether } from '../../src/i18n/keep-together';

const DAYS = 30;
const MB = 1_000_000;

/**
 * Each day the app is opened, money arrives, and the member reads statement and profile. Once a week they
 * send a chat message. The proxy counts the bytes in both directions. These include connection set-up, the
 * worker's own calls and the socket, but not the pictures of the member's own slips.
 */
test('a month of daily use costs at most 2 MB, including the app itself', async ({ folder, network }) => {
  test.setTimeout(300_000);
  const member = await createMember();
  await fundWallet(member, 1000);
  const phone = await openPhone(folder);
  const first = await phone.newPage();
  await first.goto(`${network.url}/login`);
  await logInOnLoginPage(first, member);
  await first.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await first.close();
  const installed = network.bytesCarried;

  for (let day = 1; day <= DAYS; day++) {
    const page = await phone.newPage();
    if (day % 7 === 1) await clearBrowserCache(page);
    await page.goto(`${network.url}/user/home`);
    await expect(page.getByText(baht(1000 + 10 * (day - 1))).first()).toBeVisible();
    await fundWallet(member, 10);
    await expect(page.getByText(baht(1000 + 10 * day)).first()).toBeVisible();
    await tapBar(page, 'ประวัติ');
    await expect(page.getByText('+10.00').first()).toBeVisible();
    await tapBar(page, 'โปรไฟล์');
    await expect(page.getByRole('heading', { name: member.name })).toBeVisible();
    if (day % 7 === 0) {
      await openChat(page);
      await sendChatText(page, keepTogether('สวัสดีค่ะ'));
      await expect.poll(async () => (await shownChatTexts(page)).length).toBe(day / 7);
    }
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await page.close();
  }

  const bytes = network.bytesCarried;
  await phone.close();
  const summary = `${(installed / MB).toFixed(2)} MB to install, ${((bytes - installed) / MB).toFixed(2)} MB in ${DAYS} days`;
  test.info().annotations.push({ type: 'bytes', description: summary });
  expect((await fetchLedger(member)).balance).toBe(1000 + 10 * DAYS);
  expect(installed).toBeGreaterThan(MB / 10);
  expect(bytes, summary).toBeLessThanOrEqual(2 * MB);
});

/** Clears the browser's own cache, which would be out of date by now. Pictures are loaded again. */
async function clearBrowserCache(page: Page): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  await tools.send('Network.clearBrowserCache');
  await tools.detach();
}

const baht = (amount: number): string => amount.toLocaleString('en', { minimumFractionDigits: 2 });

/**
 * The earnings from days of play. A friend registers by the link, both lose, the day is closed, and the
 * member collects bonus and refund.
 */
import type { Page } from '@playwright/test';
import { callAsMember, fetchLedger, fundWallet, createMember, type Member } from './api';
import { games, reportPlays } from './games';
import { serverUrls, startServer, type RunningServer } from './server';
import { closeSheet, expect, openWithStoredToken, test as journey } from './journey';
import { dialog, InterceptedCall } from './money';

/** Uses a separate server, because the test changes its clock. */
const test = journey.extend<{ own: RunningServer }>({
  own: async ({}, use) => {
    const savedEnv = { ...process.env };
    const own = await startServer();
    await use(own);
    await own.close();
    delete process.env.CLOCK_OFFSET;
    Object.assign(process.env, savedEnv);
  },
  baseURL: async ({ own: _own }, use) => use(serverUrls.app),
});
test.setTimeout(240_000);

/** Loses an amount in a game, as its provider reports it. */
async function lose(member: Member, bet: number): Promise<void> {
  await fundWallet(member, bet);
  await callAsMember(member, 'POST', '/api/wallet/activate/circus', {});
  await callAsMember(member, 'POST', '/api/wallet/transfer', { from: 'WALLET', to: 'circus', amount: bet });
  await reportPlays(member, games.circus, bet, { payout: 0 });
}

interface WalletSummary {
  invite: { amount: number; soFar: number };
}

const walletOf = (member: Member) => callAsMember<WalletSummary>(member, 'GET', '/api/wallet');

/**
 * Stops the server, starts it on the next day, and waits until the day is closed. The job for that runs once
 * a minute.
 */
async function startNextDay(own: RunningServer, member: Member): Promise<void> {
  await own.stop();
  process.env.CLOCK_OFFSET = '25h';
  await own.start();
  await expect
    .poll(async () => (await walletOf(member)).invite.amount, { timeout: 120_000 })
    .toBeGreaterThan(0);
}

const tapInSheet = (page: Page, name: RegExp) => dialog(page).getByRole('button', { name }).click();

// Takes over a minute: a separate server is started twice, and the job of `startNextDay` runs once a minute.
// spec 1.11, 1.12, 2.34d, 2.37, 2.39e, 2.39g, 2.47d, 2.47e, 2.48, 2.50c, 2.53, 2.66, 2.67, 2.68, 4.16, 4.17, 8.38d, 9.30
test('a friend registers by the link, a day closes, and bonus and refund reach the wallet', async ({
  page,
  browser,
  own,
}) => {
  const member = await createMember({ bankAccountName: 'SUDA DEEJAI' });
  await openWithStoredToken(page, member);
  await page.getByRole('button', { name: 'ชวนเพื่อน', exact: true }).click();
  await tapInSheet(page, /^ต่อไป$/); // The banners.
  const link = `${serverUrls.app}/register?code=PR${member.id}`;
  await expect(dialog(page).getByText(link)).toBeVisible();
  await expect(dialog(page).getByText('ยังไม่มียอดให้รับ')).toBeVisible();
  const other = await browser.newPage();
  await other.goto(link);
  await expect.poll(() => other.evaluate(() => localStorage.getItem('code'))).toBe(`PR${member.id}`);
  await other.close();
  const invited = { inviteCode: `PR${member.id}`, bankAccountName: 'KANYA RUNGROT', name: 'กัญญา' };
  const friend = await createMember(invited as Partial<Member>);
  await lose(friend, 5000);
  await lose(member, 1200);
  await expect.poll(async () => (await walletOf(member)).invite.soFar, { timeout: 60_000 }).toBe(50);

  await startNextDay(own, member);
  await openWithStoredToken(page, member);

  // Collects the bonus by the button on the wallet card; the response is lost.
  const collected = await InterceptedCall.on(page, 'POST', '/api/invite/bonus');
  collected.responsesToLose = 1;
  await page.getByRole('button', { name: 'รับ โบนัสชวนเพื่อน' }).click();
  await expect(dialog(page).getByText('50.00').first()).toBeVisible();
  await tapInSheet(page, /^รับ 50.00\sบาท$/);
  await expect(page.getByText('รับโบนัสชวนเพื่อนแล้ว')).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  expect(collected.commandCount).toBe(1);
  await expect(page.getByText('ส่วนแบ่งจากเพื่อน 1 คน')).toBeVisible();

  // The refund: claimed, then added to the wallet.
  await page.getByRole('button', { name: 'คืนยอดเสีย', exact: true }).click();
  await tapInSheet(page, /^ต่อไป$/);
  await expect(dialog(page).getByText('คืน 1% ของยอดเสียสุทธิ')).toBeVisible();
  const received = await InterceptedCall.on(page, 'POST', '/api/refund/receive');
  received.responsesToLose = 1;
  await tapInSheet(page, /^รับคืน 12.00\sบาท$/);
  await tapInSheet(page, /^รับคืน 12.00\sบาท$/);
  await expect(page.getByText('รับยอดคืนแล้ว กดรับเข้ากระเป๋าเพื่อใช้เงิน')).toBeVisible({ timeout: 30_000 });
  expect(received.commandCount).toBe(1);
  await expect(dialog(page).getByText('ยังไม่เข้ากระเป๋า รอคุณกดรับ')).toBeVisible();
  const added = await InterceptedCall.on(page, 'POST', '/api/refund/addWallet');
  added.responsesToLose = 1;
  await tapInSheet(page, /^รับเข้ากระเป๋า 12.00\sบาท$/);
  await tapInSheet(page, /^รับเข้ากระเป๋า 12.00\sบาท$/);
  await expect(dialog(page).getByText('รายการที่รับคืนแล้ว')).toBeVisible({ timeout: 30_000 });
  await expect(dialog(page).getByText('ยังไม่เข้ากระเป๋า รอคุณกดรับ')).toHaveCount(0);
  expect(added.commandCount).toBe(1);
  await closeSheet(page);
  await expect(page.getByText('62.00').first()).toBeVisible();
  expect((await fetchLedger(member)).balance).toBe(62);

  // After both sheets were opened, all of their content can be read offline, including banners and the log.
  const openFriends = async () => {
    await page.getByRole('button', { name: 'ชวนเพื่อน', exact: true }).click();
    await tapInSheet(page, /^ต่อไป$/);
    await expect(dialog(page).getByText('กัญญ•••')).toBeVisible();
  };
  await openFriends();
  await closeSheet(page);
  await page.context().setOffline(true);
  await openFriends();
  await closeSheet(page);
  await page.getByRole('button', { name: 'คืนยอดเสีย', exact: true }).click();
  await tapInSheet(page, /^ต่อไป$/);
  await expect(dialog(page).getByText('+12.00')).toBeVisible();
});

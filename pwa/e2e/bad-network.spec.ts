/**
 * On bad networks, each action of the member takes effect once, and the screen shows only true states. These
 * journeys wait for the network's delays and the app's retries, which take 5 to 20 s.
 */
import { randomInt } from 'node:crypto';
import type { Page } from '@playwright/test';
import { fetchLedger, fundWallet, createMember } from './api';
import { createRandom } from './random';
import { findChatMessage, fetchMessagesFrom } from './chat';
import {
  waitUntilCached,
  closeSheet,
  expect,
  closeOutcomeSheet,
  uploadSlip,
  openChat,
  openSlips,
  openWithStoredToken,
  tapBar,
  recordPageFaults,
  sendChatText,
} from './journey';
import { openWithdrawConfirmation, confirmButton, dialog } from './money';
import { openPhone } from './phone';
import { PORTAL_NAME } from './portal';
import { Support } from './support';
import { slow3G } from './network-faults';
import { withPhone } from './with-phone';
import { fetchPayouts, makeBankTransfer } from './sandbox';
import { keepTogether } from '../src/i18n/keep-together';

// The trace recorder requests resources of the page and waits for them, which this slow network cannot serve.
withPhone.use({ trace: 'off' });

/** FAULTS_SEED=<number> repeats a failed journey with the same network faults. */
const SEED = Number(process.env.FAULTS_SEED ?? randomInt(2 ** 31));
const LONG_WAIT = { timeout: 60_000 };

const WITHDRAWAL_DISABLED = keepTogether('ตอนนี้ออฟไลน์ ถอนเงินได้เมื่อกลับมาออนไลน์');

const offlineStrip = (page: Page) => page.getByRole('status').filter({ hasText: keepTogether('ออฟไลน์') });

withPhone(
  'on slow 3G with losses a slip is credited, a withdrawal paid and a message sent, each once',
  async ({ folder, network }, info) => {
    withPhone.setTimeout(240_000);
    info.annotations.push({ type: 'seed', description: String(SEED) });
    const member = await createMember();
    await fundWallet(member, 1000);
    const browser = await openPhone(folder);
    const pageFaults = await recordPageFaults(browser);
    const page = browser.pages()[0]!;
    await page.goto(`${network.url}/login`);
    await waitUntilCached(page);
    // Records texts that must never be shown here, because nothing fails.
    const falseErrors: string[] = [];
    await page.exposeFunction('reportFalseError', (text: string) => void falseErrors.push(text));
    await page.addInitScript(() => {
      const findError = () => {
        const text = document.body?.textContent?.match(/ไม่สำเร็จ|ล้มเหลว/)?.[0];
        if (text)
          (globalThis as unknown as { reportFalseError: (text: string) => void }).reportFalseError(text);
      };
      new MutationObserver(findError).observe(document, {
        subtree: true,
        childList: true,
        characterData: true,
      });
    });

    network.setFaults(slow3G(createRandom(SEED)));
    await page.reload();
    await page.getByLabel('เบอร์โทรศัพท์').fill(member.phone);
    await page.getByLabel('รหัสผ่าน', { exact: true }).fill(member.password);
    // The login's response may be lost. Then the page shows an error, and the member taps again.
    const logIn = page.getByRole('button', { name: 'เข้าสู่ระบบ' });
    await expect(async () => {
      if (!page.url().includes('/user/')) await logIn.click({ timeout: 2_000 });
      await page.waitForURL('**/user/home**', { timeout: 20_000 });
    }).toPass({ timeout: 120_000 });
    await page.getByRole('button', { name: 'ยอมรับ' }).click(LONG_WAIT);
    await expect(page.getByText('1,000.00').first()).toBeVisible(LONG_WAIT);

    await uploadSlip(page, (await makeBankTransfer(member, 250.75)).picture);
    await expect(page.getByText('250.75 บาท เข้ากระเป๋าแล้ว')).toBeVisible(LONG_WAIT);
    await closeOutcomeSheet(page);
    await openWithdrawConfirmation(page, '300');
    await confirmButton(page).click();
    await expect(dialog(page).getByText('ถอน 300.00 บาทสำเร็จ').last()).toBeVisible(LONG_WAIT);
    await closeOutcomeSheet(page);
    await openChat(page);
    await sendChatText(page, 'เน็ตช้ามาก');
    await expect(findChatMessage(page, 'เน็ตช้ามาก')).toHaveAttribute('data-delivery', 'sent', LONG_WAIT);

    const { balance, lines } = await fetchLedger(member);
    expect(lines.filter(({ amount }) => Math.abs(amount) === 250.75)).toHaveLength(1);
    expect(await fetchPayouts(member)).toEqual([expect.objectContaining({ amount: 300, status: 'SUCCESS' })]);
    expect(balance).toBe(950.75);
    const conversation = await (await Support.openSession()).conversationOf(member);
    expect(await fetchMessagesFrom(conversation, 'customer')).toHaveLength(1);
    expect(falseErrors).toEqual([]);
    expect(pageFaults).toEqual([]);
    await browser.close();
  },
);

withPhone(
  'nothing from a captive portal is stored, and the queue is sent once the portal is gone',
  async ({ folder, network }) => {
    withPhone.setTimeout(240_000);
    const member = await createMember();
    await fundWallet(member, 500);
    const browser = await openPhone(folder);
    await recordPageFaults(browser);
    const page = browser.pages()[0]!;
    await openWithStoredToken(page, member, '/user/home', network.url);
    await waitUntilCached(page);
    await openChat(page);
    await sendChatText(page, 'ก่อนเข้าโรงแรม');
    await expect(findChatMessage(page, 'ก่อนเข้าโรงแรม')).toHaveAttribute('data-delivery', 'sent');
    await closeSheet(page);

    network.setPortal(true);
    await page.reload();
    await expect(page.getByText('500.00').first()).toBeVisible();
    await expect(offlineStrip(page)).toBeVisible();
    await uploadSlip(page, (await makeBankTransfer(member, 60)).picture);
    await expect(page.getByText(/ยังไม่ได้ส่ง/)).toBeVisible();
    await closeOutcomeSheet(page);
    await openChat(page);
    await sendChatText(page, 'ในโรงแรม');
    await expect(findChatMessage(page, 'ในโรงแรม')).toHaveAttribute('data-delivery', 'not_sent');
    await closeSheet(page);
    await expectWithdrawalDisabled(page);
    await closeSheet(page);
    await requestAllFiles(page);

    expect(network.portalRequests.some((each) => each.startsWith('POST /api/wallet/slip'))).toBe(true);
    expect(network.portalRequests).toContain('GET /sw.js');
    expect(await cachedAddresses(page, PORTAL_NAME), 'nothing of the portal is stored').toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem('token'))).not.toBeNull();
    expect((await fetchLedger(member)).balance).toBe(500);

    network.setPortal(false);
    await expect(offlineStrip(page)).toHaveCount(0, LONG_WAIT);
    await openSlips(page);
    await expect(page.getByRole('row').filter({ hasText: '60.00' }).getByText('สำเร็จ')).toBeVisible(
      LONG_WAIT,
    );
    await closeSheet(page);
    await openChat(page);
    await expect(findChatMessage(page, 'ในโรงแรม')).toHaveAttribute('data-delivery', 'sent', LONG_WAIT);
    // The chunk that the captive portal replaced is now loaded from the server.
    await page.goto(`${network.url}/user/profile?sheet=language`);
    await dialog(page).getByText('ລາວ').click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'lo');
    expect((await fetchLedger(member)).balance).toBe(560);
    expect(await fetchPayouts(member)).toEqual([]);
    const conversation = await (await Support.openSession()).conversationOf(member);
    expect(await conversation.fetchTexts('customer')).toEqual(['ก่อนเข้าโรงแรม', 'ในโรงแรม']);
    await browser.close();
  },
);

withPhone(
  'while no server responds, the screens stay and the queue waits; later the queue is sent automatically',
  async ({ folder, network }) => {
    withPhone.setTimeout(240_000);
    const member = await createMember();
    await fundWallet(member, 500);
    const browser = await openPhone(folder);
    const pageFaults = await recordPageFaults(browser);
    const page = browser.pages()[0]!;
    await openWithStoredToken(page, member, '/user/home', network.url);
    await waitUntilCached(page);
    await expect(page.getByText('500.00').first()).toBeVisible();

    // The phone believes that it is online. So no event reports when the network returns.
    await network.cut();
    await tapBar(page, 'ประวัติ');
    await expect(page.getByRole('listitem').filter({ hasText: '+500.00' })).toBeVisible();
    await uploadSlip(page, (await makeBankTransfer(member, 70)).picture);
    await expect(page.getByText(/ยังไม่ได้ส่ง/)).toBeVisible();
    await closeOutcomeSheet(page);
    await page.reload();
    await expect(page.getByRole('listitem').filter({ hasText: '+500.00' })).toBeVisible();
    await expect(offlineStrip(page)).toContainText(keepTogether('รอส่ง 1'), LONG_WAIT);
    await expectWithdrawalDisabled(page);

    await network.open();
    await expect(dialog(page).getByText(WITHDRAWAL_DISABLED)).toHaveCount(0, LONG_WAIT);
    await closeSheet(page);
    await expect(offlineStrip(page)).toHaveCount(0);
    await tapBar(page, 'ประวัติ');
    await expect(page.getByRole('listitem').filter({ hasText: '+70.00' })).toBeVisible(LONG_WAIT);
    expect((await fetchLedger(member)).balance).toBe(570);
    expect(await fetchPayouts(member)).toEqual([]);
    expect(pageFaults).toEqual([]);
    await browser.close();
  },
);

/** Expects that withdrawals are disabled, and that the reason is shown. */
async function expectWithdrawalDisabled(page: Page): Promise<void> {
  if (!page.url().includes('/user/home')) await tapBar(page, 'กระเป๋าของฉัน');
  await page.getByRole('button', { name: 'ถอนเงิน', exact: true }).click();
  await expect(dialog(page).getByText(WITHDRAWAL_DISABLED)).toBeVisible(LONG_WAIT);
}

/**
 * Requests all that the app may load except the API: a new version, a language that is not stored, a picture.
 */
async function requestAllFiles(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update().catch(() => {});
    await new Promise((done) => {
      const picture = new Image();
      picture.onload = picture.onerror = done;
      picture.src = `/drawn/nowhere.webp`;
    });
  });
  await page.goto(`${new URL(page.url()).origin}/user/profile?sheet=language`);
  await dialog(page).getByText('ລາວ').click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'th');
  await closeSheet(page);
  await tapBar(page, 'กระเป๋าของฉัน');
}

/** Returns the addresses in the page's caches whose response contains this text. */
function cachedAddresses(page: Page, text: string): Promise<string[]> {
  return page.evaluate(async (wanted) => {
    const found: string[] = [];
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        if ((await (await cache.match(request))!.text()).includes(wanted)) found.push(request.url);
    }
    return found;
  }, text);
}

/** Pictures of deposits by bank, QR and gift link, of withdrawals, and of limits. */
import type { Page } from '@playwright/test';
import { callApi, fundWallet, createMember, logInByApi, type Member } from './api';
import { dialog, InterceptedCall } from './money';
import type { Shot } from './screens-chat';
import type { Locale } from './screens-texts';
import { createGiftLink, payQr } from './sandbox';
import { keepTogether } from '../src/i18n/keep-together';

const PRESET = '500';

/** Texts in each language, to find buttons that have no other mark. */
const words = {
  th: { change: 'เปลี่ยน', open: keepTogether('เปิด QR'), announce: 'แจ้งยอดก่อนโอน' },
  lo: { change: 'ປ່ຽນ', open: keepTogether('ເປີດ QR'), announce: 'ແຈ້ງຍອດກ່ອນໂອນ' },
  en: { change: 'Change', open: 'Open QR code', announce: 'Tell us about a transfer before you make it' },
} satisfies Record<Locale, Record<string, string>>;

/** Creates a member with deposits of every method, and a withdrawal that waits for a cashier. */
export async function createMemberWithMoney(): Promise<Member> {
  const member = await createMember();
  const token = await logInByApi(member);
  await fundWallet(member, 68_000);
  await callApi('POST', '/api/wallet/truelink', { link: `${await createGiftLink(100)}::x` }, token);
  const { qrcodeId } = await callApi<{ qrcodeId: string }>(
    'POST',
    '/api/qrcode/KBANK',
    { amount: 200 },
    token,
  );
  await payQr(qrcodeId);
  await callApi('POST', '/api/wallet/withdrawAll', { amount: 2500 }, token);
  await callApi('POST', '/api/wallet/withdrawAll', { amount: 55_000 }, token);
  await callApi('POST', '/api/wallet/add', { amount: 300 }, token);
  await callApi('PUT', '/api/limits', { day: 90_000, week: 100_000 }, token);
  await callApi('PUT', '/api/limits', { week: 200_000 }, token);
  return member;
}

/** Takes the pictures of a member's deposits, withdrawals and limits. */
export async function captureMemberMoney(page: Page, shot: Shot, locale: Locale): Promise<void> {
  await captureLinesAndLimits(page, shot, locale);
  await captureWithdrawal(page, shot);
  await captureDeposit(page, shot, locale);
  await captureQr(page, shot, locale);
}

/** Takes the pictures of lines that wait, of the profile's chart and of the limits. */
export async function captureLinesAndLimits(page: Page, shot: Shot, locale: Locale): Promise<void> {
  await simulateThreeMonths(page);
  await page.goto('/user/statement');
  await page.locator('main ul').first().waitFor();
  await shot('statement-money');
  await page.locator('main ul').first().getByRole('button').first().click();
  await dialog(page).getByRole('button').last().waitFor();
  await shot('withdraw-cancel');
  await page.goto('/user/statement');
  await page.locator('main ul a').nth(1).click();
  await page.locator('main ol').waitFor();
  await shot('line-waits');
  await page.goto('/user/profile');
  await page.locator('figure').waitFor();
  await page.locator('figure').evaluate((figure) => figure.scrollIntoView({ block: 'center' }));
  await shot('profile-money');
  await captureLimits(page, shot, locale);
}

async function openSheet(page: Page, path: string): Promise<void> {
  await page.goto(`/user/${path}`);
  await dialog(page).waitFor();
}

async function captureLimits(page: Page, shot: Shot, locale: Locale): Promise<void> {
  await openSheet(page, 'profile?sheet=limits');
  await dialog(page).locator('rect').first().waitFor();
  await shot('limits');
  await dialog(page).getByText(words[locale].change, { exact: true }).first().click();
  await dialog(page).locator('input').waitFor();
  await shot('limit-step');
}

/** Takes the pictures of a withdrawal, its refusals, and its outcome. */
export async function captureWithdrawal(page: Page, shot: Shot): Promise<void> {
  const intercepted = await InterceptedCall.on(page, 'POST', '/api/wallet/withdrawAll');
  const amount = dialog(page).locator('input');
  const next = dialog(page).locator('button[type=submit]');
  const last = dialog(page).locator('button').filter({ hasText: /\d/ }).last();
  await openSheet(page, 'home?sheet=withdraw');
  await amount.waitFor();
  await shot('withdraw');
  await amount.fill('50');
  await amount.blur();
  await shot('withdraw-low');
  await amount.fill('2500');
  await next.click();
  await amount.waitFor({ state: 'detached' });
  await shot('withdraw-confirm');
  intercepted.refuse(1, 401, 'EXPIRED_AUTH_TOKEN');
  await last.click();
  await dialog(page).locator('input[type=password]').waitFor();
  await shot('withdraw-password');
  await dialog(page).locator('button').last().click();
  intercepted.refuse(1, 409, 'MONEY_NOT_ENOUGH');
  await last.click();
  await page.getByRole('alertdialog').waitFor();
  await shot('withdraw-alert');
  await page.getByRole('alertdialog').getByRole('button').click();
  intercepted.responsesToLose = Infinity;
  await last.click();
  await dialog(page)
    .getByRole('status')
    .filter({ has: page.locator('svg') })
    .first()
    .waitFor();
  await shot('withdraw-checking');
  intercepted.responsesToLose = 0;
  await dialog(page).getByRole('button').nth(1).and(page.locator(':not([aria-busy])')).waitFor();
  await shot('withdraw-done');
  await captureHome(page, shot, 'home-withdrawing');
}

/** Takes the picture of home after the changes in the sheets. */
async function captureHome(page: Page, shot: Shot, screen: string): Promise<void> {
  await page.goto('/user/home');
  await page.locator('main ul a').first().waitFor();
  await shot(screen);
}

/** Takes the pictures of an announced deposit, and of a gift. */
export async function captureDeposit(page: Page, shot: Shot, locale: Locale): Promise<void> {
  const tabs = dialog(page).getByRole('tab');
  await openSheet(page, 'home?sheet=deposit');
  await dialog(page).getByText(words[locale].announce).click();
  await dialog(page).locator('input').fill('300');
  await shot('deposit-announce');
  await dialog(page).getByRole('button').first().click();
  await tabs.nth(2).click();
  await dialog(page)
    .locator('input')
    .fill(await createGiftLink(20));
  await shot('deposit-gift');
  await dialog(page).locator('button').last().click();
  await dialog(page).getByRole('status').waitFor();
  await shot('deposit-gift-done');
}

/** Takes the pictures of QR codes: open, expired, paid and held; and of deposit and withdrawal offline. */
export async function captureQr(page: Page, shot: Shot, locale: Locale): Promise<void> {
  const tabs = dialog(page).getByRole('tab');
  const create = dialog(page).locator('button').filter({ hasText: /\d/ }).last();
  const back = () => dialog(page).getByRole('button').first().click();
  const expiry = await QrExpiry.on(page);
  await openSheet(page, 'home?sheet=deposit');
  await tabs.nth(1).click();
  await dialog(page).getByRole('button', { name: PRESET, exact: true }).click();
  await shot('deposit-qr');
  for (const [screen, left] of [
    ['qr', 458],
    ['qr-short', 42],
    ['qr-over', 1],
  ] as const) {
    expiry.seconds = left;
    await create.click();
    // The tabs have another countdown while a code is open.
    await tabs.first().waitFor({ state: 'detached' });
    // The countdown may change before a busy page is checked.
    await dialog(page)
      .getByRole('timer')
      .waitFor({ state: screen === 'qr-over' ? 'detached' : 'visible' });
    await shot(screen);
    if (screen === 'qr-short') {
      await dialog(page).locator('button:has(.lucide-refresh-cw)').click();
      await dialog(page).waitFor({ state: 'detached' });
      await shot('qr-transferred');
      await openSheet(page, 'home?sheet=deposit');
      await tabs.nth(1).click();
      await dialog(page).getByRole('button', { name: PRESET, exact: true }).click();
    } else {
      await back();
    }
    if (screen !== 'qr') continue;
    await dialog(page).getByText(words[locale].open).waitFor();
    await shot('deposit-qr-live');
  }
  expiry.seconds = 458;
  await capturePaidCodes(page, shot);
  await page.context().setOffline(true);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await dialog(page).locator('button:disabled').last().waitFor();
  await shot('deposit-qr-offline');
  await openSheet(page, 'home?sheet=withdraw');
  await dialog(page).locator('input').fill('2500');
  await dialog(page).locator('button:disabled').last().waitFor();
  await shot('withdraw-offline');
}

/** Takes the pictures of both outcomes of a paid code: credited, and over the daily limit. */
async function capturePaidCodes(page: Page, shot: Shot): Promise<void> {
  for (const [screen, baht] of [
    ['qr-done', undefined],
    ['qr-held', 30_000],
  ] as const) {
    await openSheet(page, 'home?sheet=deposit');
    await dialog(page).getByRole('tab').nth(1).click();
    await dialog(page).getByRole('button', { name: PRESET, exact: true }).click();
    const response = page.waitForResponse(
      (each) => each.request().method() === 'POST' && each.url().includes('/api/qrcode/'),
    );
    await dialog(page).locator('button').filter({ hasText: /\d/ }).last().click();
    const { qrcodeId } = (await (await response).json()) as { qrcodeId: string };
    await payQr(qrcodeId, baht);
    await dialog(page).getByRole('status').waitFor();
    await shot(screen);
  }
  await captureHome(page, shot, 'home-held');
  await openSheet(page, 'home?sheet=deposit');
  await dialog(page).getByRole('tab').nth(1).click();
  await dialog(page).getByRole('button', { name: PRESET, exact: true }).click();
}

/**
 * Makes each requested QR code expire in `seconds`. One handler serves the whole page: a handler that is
 * removed during a request fails.
 */
class QrExpiry {
  seconds = 0;

  static async on(page: Page): Promise<QrExpiry> {
    const expiry = new QrExpiry();
    await page.route('**/api/qrcode/*', async (route) => {
      const response = await route.fetch();
      const qr = (await response.json()) as { expireIn: string | null };
      const expireIn = qr.expireIn && new Date(Date.now() + expiry.seconds * 1000).toISOString();
      await route.fulfill({ response, json: { ...qr, expireIn } });
    });
    return expiry;
  }
}

/** Simulates three months of history. */
async function simulateThreeMonths(page: Page): Promise<void> {
  const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  const days = Array.from({ length: 30 }, (_, i) => ({
    day: dayAgo(88 - i * 3),
    deposited: ((i * 7) % 5) * 400 + 200,
    withdrawn: i % 4 === 0 ? ((i * 3) % 7) * 300 : 0,
  }));
  const sum = (part: 'deposited' | 'withdrawn') => days.reduce((all, day) => all + day[part], 0);
  const json = {
    days,
    deposited: sum('deposited'),
    withdrawn: sum('withdrawn'),
    net: sum('deposited') - sum('withdrawn'),
  };
  await page.route('**/api/activity*', (route) => route.fulfill({ json }));
}

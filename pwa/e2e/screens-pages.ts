/** Opens every screen of the members' app, for pictures and for checks. */
import { devices, type Browser, type Page } from '@playwright/test';
import { callApi, createMember, logInByApi, waitForResult, type Member } from './api';
import { serverUrls } from './server';
import { waitUntilCached } from './journey';
import { phoneOptions } from './phone';
import { FingerprintReader } from './fingerprint-reader';
import { captureMemberChat, type Shot } from './screens-chat';
import type { Locale } from './screens-texts';
import { fetchSmsCode, createForgedSlip, makeBankTransfer } from './sandbox';

const ANDROID = devices['Pixel 7']!.userAgent;
const IPHONE = devices['iPhone 15']!.userAgent;

/** Takes the pictures of the public pages, up to the last step of a registration. */
export async function capturePublicPages(page: Page, shot: Shot, digit: number): Promise<void> {
  for (const path of ['login', 'howto', 'contact', 'terminated']) {
    await page.goto(`/${path}`);
    await shot(path);
  }
  await page.goto('/nowhere');
  await shot('not-found');
  await page.goto('/login?sheet=language');
  await page.getByRole('dialog').waitFor();
  await shot('language');
  await page.goto('/forgot');
  await shot('forgot');

  await page.goto('/register');
  const phone = `08${digit}${String(Date.now()).slice(-7)}`;
  await page.locator('input[type=tel], input[inputmode=tel], input[inputmode=numeric]').first().fill(phone);
  await shot('register-1');
  await tapSubmit(page);
  const code = page.locator('input[autocomplete="one-time-code"]');
  await code.waitFor();
  await code.pressSequentially('123', { delay: 10 });
  await shot('register-2');
  await code.fill(await fetchSmsCode(phone));
  await page.locator('input[name=name]').fill('มะลิ');
  await page.locator('input[name=password]').fill('correct horse');
  await page.locator('input[name=confirm]').fill('correct horse');
  await page.locator('form button[aria-haspopup=dialog]').click();
  await page.getByRole('dialog').locator('label').first().click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await shot('register-3');
  await tapSubmit(page);
  await page.locator('input[name=accountNo]').fill('9812345678');
  await page.locator('input[name=firstName]').fill('MALI');
  await page.locator('input[name=lastName]').fill('SUKJAI');
  await shot('register-4');
}

/**
 * Takes the passkeys' pictures: none, the password before one is created, one passkey, and the password
 * before it is removed.
 */
async function capturePasskeys(
  page: Page,
  sheet: (path: string, name: string, screen: string) => Promise<void>,
  shot: Shot,
  member: Member,
): Promise<void> {
  await FingerprintReader.on(page);
  await sheet('profile', 'passkeys', 'passkeys-none');
  const dialog = page.getByRole('dialog');
  // While the passkeys load, the sheet's only button closes it.
  await dialog.locator('button').nth(1).waitFor();
  await dialog.locator('button').last().click();
  await dialog.locator('input[type=password]').fill(member.password);
  await shot('passkeys-add');
  await dialog.locator('button[type=submit]').click();
  await dialog.locator('li').waitFor();
  await shot('passkeys');
  await dialog.locator('li button').last().click();
  await dialog.locator('input[type=password]').waitFor();
  await shot('passkeys-remove');
}

/** Takes the pictures of a logged-in member's pages, sheets and chat, and of some of them offline. */
export async function captureMemberPages(page: Page, shot: Shot, locale: Locale): Promise<void> {
  const member = await createMemberWithHistory();
  await openHome(page, member);
  await capturePages(page, shot, member);
  await captureSheets(page, shot, member);
  await captureMemberChat(page, shot, locale, member);
  await captureOfflinePages(page, shot, member);
}

/** Logs the member in, and opens home once the service worker has stored the app. */
export async function openHome(page: Page, member: Member): Promise<void> {
  await storeTokenAndAgreement(page, member);
  await page.goto('/user/home');
  await page.locator('main ul').last().waitFor();
  await waitUntilCached(page);
}

/** Takes the pictures of home, the statement, a line and the profile. */
export async function capturePages(page: Page, shot: Shot, member: Member): Promise<void> {
  await shot('home');
  await page.goto('/user/statement');
  await page.locator('main ul').first().waitFor();
  await shot('statement');
  await page.goto('/user/statement?type=deposit');
  await page.locator('main dl').waitFor();
  await shot('statement-filter');
  await page.locator('main button[aria-expanded]').click();
  await page.getByRole('dialog').waitFor();
  await shot('statement-months');
  await page.goto('/user/statement');
  await page.locator('main ul a').first().click();
  await page.locator('main img').waitFor();
  await shot('line');
  await page.goto('/user/profile');
  await page.getByText(member.bankAccountName).waitFor();
  await shot('profile');
}

/** Takes the pictures of the sheets of home, the profile and the statement. */
export async function captureSheets(page: Page, shot: Shot, member: Member): Promise<void> {
  const sheet = async (path: string, name: string, screen: string) => {
    await page.goto(`/user/${path}?sheet=${name}`);
    await page.getByRole('dialog').waitFor();
    await shot(screen);
  };
  await sheet('home', 'deposit', 'deposit');
  await sheet('home', 'conditions', 'conditions');
  await sheet('profile', 'password', 'change-password');
  await sheet('profile', 'sessions', 'sessions');
  await page.getByRole('dialog').locator('li button').last().click();
  await page.getByRole('dialog').locator('input[type=password]').waitFor();
  await shot('sessions-end');
  await capturePasskeys(page, sheet, shot, member);
  await sheet('home', 'logout', 'logout');
  await sheet('statement', 'slips', 'slips');
  await chooseSlip(page, member, 750);
  // Waits for the result of the check. The text "reading" is shown before that.
  await page.getByRole('dialog').locator('[role=status]:not(.late)').waitFor();
  await shot('slip-preview');
}

/** Chooses a new slip in the open sheet of slips. */
async function chooseSlip(page: Page, member: Member, amount: number): Promise<void> {
  const { picture } = await makeBankTransfer(member, amount);
  await page.getByTestId('slip-file').first().setInputFiles(picture);
}

/**
 * Takes the pictures of the installation steps, which only iPhones show. Other phones have the browser's own
 * prompt.
 */
export async function captureInstallSteps(
  browser: Browser,
  shot: Shot,
  locale: Locale,
  colorScheme: 'light' | 'dark' = 'light',
): Promise<void> {
  const { launchOptions: _launch, ...use } = phoneOptions();
  const context = await browser.newContext({
    ...use,
    baseURL: serverUrls.app,
    userAgent: IPHONE,
    colorScheme,
    reducedMotion: 'reduce',
  });
  await context.addInitScript((chosen) => localStorage.setItem('locale', chosen), locale);
  const page = await context.newPage();
  await page.goto('/login');
  await storeTokenAndAgreement(page, await createMember());
  await page.goto('/user/home?sheet=install');
  await page.getByRole('dialog').waitFor();
  await shot('install', page);
  await context.close();
}

/** Takes the pictures of a slip that is queued without a network, and of pages and sheets that open offline. */
export async function captureOfflinePages(page: Page, shot: Shot, member: Member): Promise<void> {
  await page.goto('/user/statement?sheet=slips');
  await chooseSlip(page, member, 680);
  await page.getByRole('dialog').getByRole('status').waitFor();
  const offlineStrip = page
    .locator('div[role=status]')
    .filter({ has: page.locator('svg') })
    .first();
  await page.context().setOffline(true);
  await page.getByRole('dialog').locator('button:not([aria-label])').last().click();
  await offlineStrip.waitFor({ state: 'attached' });
  await shot('slip-kept');
  for (const [path, screen] of [
    ['statement?sheet=slips', 'slips-offline'],
    ['home?sheet=queue', 'queue-sheet'],
    ['home?sheet=deposit', 'deposit-offline'],
    ['home', 'home-offline'],
    ['statement?type=deposit', 'statement-filter-offline'],
  ] as const) {
    await page.goto(`/user/${path}`);
    await offlineStrip.waitFor({ state: 'attached' });
    await shot(screen);
  }
}

/**
 * Creates a member with deposits, a refused slip, and a slip that a cashier checks. Each is settled before
 * the next one is sent. Otherwise the order of the lines could change, because the server reads two slips at
 * a time. A `brief` history has one deposit, and no slip whose check takes seconds.
 */
export async function createMemberWithHistory({ brief = false } = {}): Promise<Member> {
  const member = await createMember();
  const token = await logInByApi(member, IPHONE);
  const uploadSlip = async (picture: { buffer: Buffer }, capturedAt?: Date) => {
    const form = new FormData();
    form.append('clientId', crypto.randomUUID());
    if (capturedAt) form.append('capturedAt', capturedAt.toISOString());
    form.append('file', new Blob([new Uint8Array(picture.buffer)], { type: 'image/png' }), 'slip.png');
    const headers = { 'X-Requested-With': 'wallet-user', Authorization: `Bearer ${token}` };
    const response = await fetch(`${serverUrls.app}/api/wallet/slip`, {
      method: 'POST',
      headers,
      body: form,
    });
    if (!response.ok) throw new Error(`slip: ${response.status} ${await response.text()}`);
    await waitUntilSettled(token);
  };
  for (const amount of brief ? [500] : [1500, 320.5, 500])
    await uploadSlip((await makeBankTransfer(member, amount)).picture);
  await uploadSlip(await createForgedSlip(brief ? 'small' : 'none'));
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60_000);
  await uploadSlip(
    (await makeBankTransfer(member, 2500, { at: hoursAgo(1.5).toISOString() })).picture,
    hoursAgo(1),
  );
  return member;
}

/** Waits until no slip of the member is being checked. A picture without a code takes seconds of CPU. */
async function waitUntilSettled(token: string): Promise<void> {
  await waitForResult('a slip’s check did not end', async () => {
    const { slips } = await callApi<{ slips: { status: string; review: boolean }[] }>(
      'POST',
      '/api/statement/slip',
      { page: 1, limit: 10 },
      token,
    );
    return slips.every(({ status, review }) => status !== 'PENDING' || review) || undefined;
  });
}

/** Stores the token and the accepted agreement, like a login and a tap do. */
export async function storeTokenAndAgreement(page: Page, member: Member): Promise<void> {
  const token = await logInByApi(member, ANDROID);
  await page.evaluate(async (bearer) => {
    const headers = { 'X-Requested-With': 'wallet-user', Authorization: `Bearer ${bearer}` };
    const { profile } = (await (await fetch('/api/wallet', { headers })).json()) as {
      profile: { _id: string };
    };
    const etag = (await fetch('/api/lookup/agreements?locale=th', { headers })).headers.get('ETag') ?? '';
    localStorage.setItem('token', bearer);
    localStorage.setItem(
      'remember-agreement',
      JSON.stringify({ [profile._id]: etag.replace(/^W\/|"|-th"$/g, '') }),
    );
  }, token);
}

const tapSubmit = (page: Page) => page.locator('form button[type=submit]').click();

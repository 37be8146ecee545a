/** Takes docs/screens: each screen and state, in three languages, light and dark. */
import { join } from 'node:path';
import { devices, type Browser, type Page } from '@playwright/test';
import { api, newMember, tokenOf, type Member } from './api';
import { house } from './house';
import { cached, test } from './journey';
import { phone } from './phone';
import { memberChat, visitorChat, type Shot } from './screens-chat';
import { memberMoney, memberWithMoney } from './screens-money';
import type { Locale } from './screens-texts';
import { codeFor, forgedSlip, transfer } from './world';

const FOLDER = join(import.meta.dirname, '../../docs/screens');
const LOCALES = ['th', 'lo', 'en'] as const;
const THEMES = ['light', 'dark'] as const;
/** Fonts, the sheet's rise and the balance's count are over. */
const SETTLED_MS = 700;

const ANDROID = devices['Pixel 7']!.userAgent;
const IPHONE = devices['iPhone 15']!.userAgent;

/** Blobs of pictures are refused to the recorder by the page's CSP; here is nothing to look into. */
test.use({ trace: 'off' });

for (const locale of LOCALES) {
  for (const theme of THEMES) {
    test(`${locale} ${theme}`, async ({ page, browser }) => {
      const shot = await camera(page, locale, theme);
      await publicPages(page, shot, theme);
      await visitorChat(page, shot);
      await memberPages(page, shot, locale);
      await installSteps(browser, shot, locale, theme);
    });

    test(`${locale} ${theme} money`, async ({ page }) => {
      const shot = await camera(page, locale, theme);
      const member = await memberWithMoney();
      await page.goto('/login');
      // A public page forgets whoever was signed in, once it runs.
      await page.locator('h1').waitFor();
      await signIn(page, member, locale);
      await memberMoney(page, shot, locale);
    });
  }
}

/** The page speaks the language in its colours from now on; answers what takes its picture. */
async function camera(page: Page, locale: Locale, theme: (typeof THEMES)[number]): Promise<Shot> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.context().addInitScript((chosen) => localStorage.setItem('locale', chosen), locale);
  await page.context().addCookies([{ name: 'locale', value: locale, url: house.app }]);
  return async (screen, of = page) => {
    // A field shows its focus; a button only shows it to a keyboard, and here is none.
    await of.evaluate(() => document.activeElement instanceof HTMLButtonElement && document.activeElement.blur());
    await of.evaluate(() => document.fonts.ready);
    await of.waitForTimeout(SETTLED_MS);
    await of.screenshot({ path: join(FOLDER, `${screen}-${locale}-${theme}.png`), scale: 'css', animations: 'disabled' });
  };
}

async function publicPages(page: Page, shot: Shot, theme: string): Promise<void> {
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
  const phone = `08${theme === 'light' ? 1 : 2}${String(Date.now()).slice(-7)}`;
  await page.locator('input[type=tel], input[inputmode=tel], input[inputmode=numeric]').first().fill(phone);
  await shot('register-1');
  await submit(page);
  const code = page.locator('input[autocomplete="one-time-code"]');
  await code.waitFor();
  await code.pressSequentially('123', { delay: 10 });
  await shot('register-2');
  await code.fill(await codeFor(phone));
  await page.locator('input[name=name]').fill('มะลิ');
  await page.locator('input[name=password]').fill('correct horse');
  await page.locator('input[name=confirm]').fill('correct horse');
  await page.locator('form button[aria-haspopup=dialog]').click();
  await page.getByRole('dialog').locator('label').first().click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await shot('register-3');
  await submit(page);
  await page.locator('input[name=accountNo]').fill('9812345678');
  await page.locator('input[name=firstName]').fill('MALI');
  await page.locator('input[name=lastName]').fill('SUKJAI');
  await shot('register-4');
}

async function memberPages(page: Page, shot: Shot, locale: Locale): Promise<void> {
  const member = await memberWithHistory();
  await signIn(page, member, locale);
  await page.goto('/user/home');
  await page.locator('main ul').waitFor();
  await cached(page);
  await shot('home');
  const sheet = async (path: string, name: string, screen: string) => {
    await page.goto(`/user/${path}?sheet=${name}`);
    await page.getByRole('dialog').waitFor();
    await shot(screen);
  };
  await page.goto('/user/statement');
  await page.locator('main ul').first().waitFor();
  await shot('statement');
  await page.goto('/user/profile');
  await page.getByText(member.bankAccountName).waitFor();
  await shot('profile');
  await sheet('home', 'deposit', 'deposit');
  await sheet('home', 'conditions', 'conditions');
  await sheet('profile', 'password', 'change-password');
  await sheet('profile', 'sessions', 'sessions');
  await sheet('home', 'logout', 'logout');
  await sheet('statement', 'slips', 'slips');
  await page.getByTestId('slip-file').first().setInputFiles((await transfer(member, 750)).picture);
  await page.getByRole('dialog').getByRole('status').waitFor();
  await shot('slip-preview');
  await memberChat(page, shot, locale, member);
  await page.goto('/user/statement?sheet=slips');
  await page.getByTestId('slip-file').first().setInputFiles((await transfer(member, 680)).picture);
  await page.getByRole('dialog').getByRole('status').waitFor();
  await offlinePages(page, shot);
}

/** Only an iPhone is told the steps; elsewhere the browser asks by itself. */
async function installSteps(browser: Browser, shot: Shot, locale: Locale, colorScheme: 'light' | 'dark'): Promise<void> {
  const { launchOptions: _launch, ...use } = phone();
  const context = await browser.newContext({ ...use, baseURL: house.app, userAgent: IPHONE, colorScheme, reducedMotion: 'reduce' });
  await context.addInitScript((chosen) => localStorage.setItem('locale', chosen), locale);
  const page = await context.newPage();
  await page.goto('/login');
  await signIn(page, await newMember(), locale);
  await page.goto('/user/home?sheet=install');
  await page.getByRole('dialog').waitFor();
  await shot('install', page);
  await context.close();
}

async function offlinePages(page: Page, shot: Shot): Promise<void> {
  const strip = page.locator('div[role=status]').filter({ has: page.locator('svg') }).first();
  await page.context().setOffline(true);
  await page.getByRole('dialog').locator('button:not([aria-label])').last().click();
  await strip.waitFor({ state: 'attached' });
  await shot('slip-kept');
  for (const [path, screen] of [
    ['statement?sheet=slips', 'slips-offline'],
    ['home?sheet=queue', 'queue-sheet'],
    ['home?sheet=deposit', 'deposit-offline'],
    ['home', 'home-offline'],
  ] as const) {
    await page.goto(`/user/${path}`);
    await strip.waitFor({ state: 'attached' });
    await shot(screen);
  }
}

/** Money in, a slip refused and one that a cashier looks at. */
async function memberWithHistory(): Promise<Member> {
  const member = await newMember();
  const token = await tokenOf(member, IPHONE);
  const hand = async (picture: { buffer: Buffer }, capturedAt?: Date) => {
    const form = new FormData();
    form.append('clientId', crypto.randomUUID());
    if (capturedAt) form.append('capturedAt', capturedAt.toISOString());
    form.append('file', new Blob([new Uint8Array(picture.buffer)], { type: 'image/png' }), 'slip.png');
    const headers = { 'X-Requested-With': 'wallet-user', Authorization: `Bearer ${token}` };
    const answer = await fetch(`${house.app}/api/wallet/slip`, { method: 'POST', headers, body: form });
    if (!answer.ok) throw new Error(`slip: ${answer.status} ${await answer.text()}`);
  };
  for (const amount of [1500, 320.5, 500]) await hand((await transfer(member, amount)).picture);
  await hand(await forgedSlip('none'));
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60_000);
  await hand((await transfer(member, 2500, { at: hoursAgo(1.5).toISOString() })).picture, hoursAgo(1));
  for (let tries = 0; tries < 100; tries++) {
    const { slips } = await api<{ slips: { status: string; review: boolean }[] }>('POST', '/api/statement/slip', { page: 1, limit: 10 }, token);
    if (slips.every(({ status, review }) => status !== 'PENDING' || review)) return member;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('the slips are not settled');
}

/** The token and the accepted agreement, as a login and a tap leave them. */
async function signIn(page: Page, member: Member, locale: Locale): Promise<void> {
  const token = await tokenOf(member, ANDROID);
  const { agreements } = await api<{ agreements: string[] }>('GET', `/api/lookup/agreements?locale=${locale}`, undefined, token);
  let mark = 5381;
  for (const char of agreements.join('\n')) mark = (Math.imul(mark, 33) ^ char.codePointAt(0)!) >>> 0;
  await page.evaluate(
    ([key, accepted]) => {
      localStorage.setItem('token', key!);
      localStorage.setItem('remember-agreement', accepted!);
    },
    [token, mark.toString(36)],
  );
}

const submit = (page: Page) => page.locator('form button[type=submit]').click();

/** Functions that all journeys share: a page that is checked for faults, and frequent steps of a member. */
import { expect, test as base, type BrowserContext, type Locator, type Page } from '@playwright/test';
import { logInByApi, type Member } from './api';
import { serverUrls } from './server';
import type { Picture } from './sandbox';
import { keepTogether } from '../src/i18n/keep-together';

/**
 * Messages in the browser's console that journeys cause on purpose. They are about error responses and
 * missing responses. One is about a Thai font that every page preloads and other languages do not use.
 * Dexie's message is about a database that does not open.
 */
const EXPECTED =
  /^Failed to load resource|^Service Worker registration blocked by Playwright|^The resource \S+\/anuphan-thai\S+ was preloaded using link preload but not used|^WebSocket connection to '[^']*' failed|^Error while trying to use the following icon from the Manifest: .*Download error|^Dexie: Workaround for Chrome UnknownError/;

/** Collects faults that no page may have: CSP violations, exceptions, and console errors. */
export async function recordPageFaults(context: BrowserContext): Promise<string[]> {
  const faults: string[] = [];
  await context.exposeBinding('reportViolation', (_source, text: string) => void faults.push(`CSP ${text}`));
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) => {
      const report = (globalThis as unknown as { reportViolation: (text: string) => void }).reportViolation;
      report([violatedDirective, blockedURI, sample].join(' '));
    });
  });
  context.on('weberror', (error) => {
    faults.push(`thrown ${error.error().message}`);
  });
  context.on('console', (message) => {
    const isFault = message.type() === 'error' || message.type() === 'warning';
    if (isFault && !EXPECTED.test(message.text())) faults.push(`${message.type()} ${message.text()}`);
  });
  return faults;
}

/** For `test.use`, in journeys about the service worker and in journeys that open pages offline. */
export const WITH_WORKER = { serviceWorkers: 'allow' } as const;

/** The test function of all journeys. A journey that uses `page` fails on an unexpected fault. */
export const test = base.extend<{ watched: void }>({
  baseURL: async ({}, use) => use(serverUrls.app),
  watched: [
    async ({ context }, use) => {
      const faults = await recordPageFaults(context);
      await use();
      expect(faults, 'faults during the journey').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/**
 * Opens a page as a member who logged in on this phone before. The token is stored and the agreement
 * accepted, as after a login with "remember me". Journeys that are not about the login start here.
 */
export async function openWithStoredToken(
  page: Page,
  member: Member,
  path = '/user/home',
  origin = serverUrls.app,
): Promise<void> {
  const token = await logInByApi(member);
  // A file of this origin that does not run code of the app.
  await page.goto(`${origin}/robots.txt`);
  await page.evaluate((stored) => localStorage.setItem('token', stored), token);
  await acceptAgreement(page, member.id);
  await page.goto(origin + path);
  // Until the phone knows the token's member, it can store nothing for them. `waitForFunction` would not wait for an
  // asynchronous function: it takes the promise for true.
  await expect(async () => expect(await page.evaluate(knowsOwner, token)).toBe(true)).toPass({
    intervals: [100],
    timeout: 30_000,
  });
}

/** Runs in the page. Returns whether the device has stored which member the token belongs to. */
async function knowsOwner(token: string): Promise<boolean> {
  // Opening a database that does not exist would create it.
  const databases = await indexedDB.databases();
  if (!databases.some(({ name }) => name === 'device')) return false;
  return new Promise((resolve) => {
    const opening = indexedDB.open('device');
    opening.onerror = () => resolve(false);
    opening.onsuccess = () => {
      const db = opening.result;
      const rows = db.transaction('sessions').objectStore('sessions').getAll() as IDBRequest<
        { token?: string }[]
      >;
      rows.onsuccess = () => {
        db.close();
        resolve(rows.result.some((row) => row.token === token));
      };
    };
  });
}

/**
 * Logs in on the login page. If `member.id` is given, this function stores the accepted agreement first. Otherwise
 * this function accepts the agreement on the home page.
 */
export async function logInOnLoginPage(
  page: Page,
  member: Pick<Member, 'phone' | 'password'> & Partial<Member>,
  { remember = true } = {},
): Promise<void> {
  if (new URL(page.url(), serverUrls.app).pathname !== '/login') await page.goto(`${serverUrls.app}/login`);
  if (member.id) await acceptAgreement(page, member.id);
  await page.getByLabel('เบอร์โทรศัพท์').fill(member.phone);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(member.password);
  await page.getByLabel('จดจำการเข้าสู่ระบบในเครื่องนี้').setChecked(remember);
  await page.getByRole('button', { name: 'เข้าสู่ระบบ' }).click();
  await page.waitForURL('**/user/home**');
  if (!member.id) await page.getByRole('button', { name: 'ยอมรับ' }).click();
  await expect(page.getByRole('region', { name: 'กระเป๋าของฉัน' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // Playwright does not see requests that start while the worker claims the page.
  if (await hasWorker(page)) await waitUntilClaimed(page);
}

/** Returns whether this phone registers the service worker, which most journeys block. */
function hasWorker(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const container = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    return (await container?.getRegistration()) !== undefined;
  });
}

/** Stores the accepted version as the app does, together with those of other members. */
async function acceptAgreement(page: Page, memberId: string): Promise<void> {
  const version = await fetchAgreementVersion();
  await page.evaluate(
    ([key, id, accepted]) => {
      const acceptedVersions = JSON.parse(localStorage.getItem(key!) ?? '{}') as Record<string, unknown>;
      localStorage.setItem(key!, JSON.stringify({ ...acceptedVersions, [id!]: accepted }));
    },
    ['remember-agreement', memberId, version],
  );
}

async function fetchAgreementVersion(): Promise<string | undefined> {
  const { headers } = await fetch(`${serverUrls.app}/api/lookup/agreements?locale=th`, {
    headers: { 'X-Requested-With': 'wallet-user' },
  });
  return headers
    .get('etag')
    ?.replace(/^(W\/)?"|"$/g, '')
    .replace(/-th$/, '');
}

/** Waits until the service worker has stored the app, so that it opens offline. */
export async function waitUntilCached(page: Page): Promise<void> {
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  // A page that was loading while the worker claimed its clients is controlled from the next load on.
  if (!(await waitUntilClaimed(page))) {
    await page.reload();
    expect(await waitUntilClaimed(page)).toBe(true);
  }
}

/** Waits until the worker controls the page. Returns false if it does not within five seconds. */
function waitUntilClaimed(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    for (let i = 0; i < 50 && !navigator.serviceWorker.controller; i++)
      await new Promise((resolve) => setTimeout(resolve, 100));
    return navigator.serviceWorker.controller !== null;
  });
}

/** Navigates by the bottom bar, without a reload. */
export async function tapBar(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
}

/** Sends a picture from the statement page, and stays on the sheet that shows its progress. */
export async function uploadSlip(page: Page, picture: Picture): Promise<void> {
  if (!page.url().includes('sheet=slips')) await openSlips(page);
  await page.getByTestId('slip-file').first().setInputFiles(picture);
  await page.getByRole('button', { name: /^(ส่งสลิป|ส่งรูปนี้เลย)$/ }).click();
  await expect(page.getByRole('heading', { name: 'ส่งสลิป' })).toHaveCount(0);
}

/** Opens the slip table, which has the queue above it. */
export async function openSlips(page: Page): Promise<void> {
  if (!page.url().includes('/user/statement')) await tapBar(page, 'ประวัติ');
  // A reload keeps the sheet open, since the address names it.
  if (!page.url().includes('sheet=slips')) await page.getByRole('button', { name: /^อัป.?โหลดสลิป$/ }).click();
  await expect(page.getByRole('dialog', { name: 'สลิปของฉัน' })).toBeVisible();
}

/**
 * Closes the sheet that follows a slip or a withdrawal. Also closes the offer to install the app, which a
 * full browser may show then.
 */
export async function closeOutcomeSheet(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'ปิด' }).filter({ hasText: 'ปิด' }).click();
  const later = page.getByRole('dialog').getByRole('button', { name: keepTogether('ไว้ทีหลัง') });
  await expect(async () => {
    if (await later.isVisible()) await later.click({ timeout: 2_000 });
    await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 2_000 });
    // The offer's code may still be loading; the address names it already.
    await expect(page).not.toHaveURL(/[?&]sheet=/, { timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
}

export async function closeSheet(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'ปิด', exact: true }).first().click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** Opens the chat by the button above the bar. */
export async function openChat(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^แช.?ตกับทีมดูแล/ }).click();
  await expect(page.getByRole('dialog', { name: /^ทีมดูแล/ })).toBeVisible();
}

/** Types into the open chat and taps send. */
export async function sendChatText(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'ข้อความ' }).fill(text);
  await page.getByRole('button', { name: 'ส่ง', exact: true }).click();
}

/** Returns the messages in the open chat, oldest first. */
export const chatLog = (page: Page): Locator =>
  page.getByRole('list', { name: keepTogether('ข้อความในแชต') }).locator('[data-delivery]');

/** Returns the texts of the messages. All messages must be texts. */
export function shownChatTexts(page: Page): Promise<string[]> {
  return chatLog(page).evaluateAll((items) =>
    items.map((item) => item.querySelector('p')?.textContent ?? ''),
  );
}

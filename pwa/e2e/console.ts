/** The console in tests: operators, and functions that operate it by keyboard. */
import { execFile } from 'node:child_process';
import { createHmac, randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import type { Browser, Page } from '@playwright/test';
import { callApi } from './api';
import { serverUrls } from './server';
import { expect, recordPageFaults } from './journey';

export const PASSWORD = 'a long password';
const runFile = promisify(execFile);

/** The console is used with a keyboard and without touch. */
export const CONSOLE_DEVICE = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false };

type Role = 'support' | 'cashier' | 'admin';

/** The secrets of the operators that this process created, by name. */
const secrets = new Map<string, string>();

/**
 * Creates an operator for one journey. Each journey has its own, because a one-time code works once and the
 * audit log names the operator.
 */
export async function createOperator(role: Role = 'support'): Promise<string> {
  return (await createOperatorWithSecret(role)).name;
}

/** Creates an operator. Returns the secret for the operator's code app, which the server shows only once. */
export async function createOperatorWithSecret(role: Role): Promise<{ name: string; secret: string }> {
  const name = `${role}-${randomUUID().slice(0, 8)}`;
  const adding = runFile(serverUrls.wallet, ['operator', 'add', name, role]);
  adding.child.stdin?.end(`${PASSWORD}\n`);
  const { stdout } = await adding;
  const secret = stdout.trim().split(' ').at(-1)!;
  secrets.set(name, secret);
  return { name, secret };
}

/** Logs in by the API, and returns the session. */
export async function createSession(username: string): Promise<{ token: string }> {
  const code = computeLoginCode(secrets.get(username)!, Math.floor(Date.now() / CODE_MS));
  return callApi('POST', '/api/operator/login', { username, password: PASSWORD, code });
}

/** Opens a page of the console with a stored session; journeys about the login use `fillLogin`. */
export async function logInAtConsole(page: Page, name: string, path = '/operator'): Promise<void> {
  const session = JSON.stringify(await createSession(name));
  // A file of this origin that does not run code of the console.
  await page.goto(`${serverUrls.app}/robots.txt`);
  await page.evaluate((stored) => sessionStorage.setItem('operator-session', stored), session);
  await page.goto(serverUrls.app + path);
}

/** The time in ms for which a code app shows a code. */
export const CODE_MS = 30_000;

/** Returns the code that a code app shows in the half minute number `step` since 1970 (RFC 6238). */
export function computeLoginCode(secret: string, step: number): string {
  const bits = [...secret]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hmac = createHmac('sha1', key).update(counter).digest();
  const number = hmac.readUInt32BE(hmac.at(-1)! & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, '0');
}

/** Fills in the login form and submits it by Enter. */
export async function fillLogin(page: Page, name: string, password: string, code: string): Promise<void> {
  await page.getByLabel('ชื่อผู้ใช้').fill(name);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(password);
  await page.getByLabel('รหัสจากแอปยืนยันตัวตน').fill(code);
  await page.keyboard.press('Enter');
}

/** More rows than all journeys of a run leave in the inbox. */
const MAX_ROWS = 300;

/**
 * Moves through the inbox until the conversation with this text has the focus. Messages of other journeys
 * reorder the rows, and the focus stays on its row. So the wanted row may be above the focused row by then.
 */
export async function moveFocusTo(page: Page, text: string): Promise<void> {
  const row = page.getByTestId('inbox').getByRole('button', { name: text });
  await expect(row).toBeVisible();
  for (let i = 0; i < MAX_ROWS; i++) {
    const key = await row.evaluate((sought) => {
      const focused = document.activeElement?.closest('[data-row]');
      if (focused === sought) return null;
      const isAbove = focused && sought.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING;
      return isAbove ? 'ArrowUp' : 'ArrowDown';
    });
    if (!key) break;
    await page.keyboard.press(key);
  }
  await expect(row).toBeFocused();
}

export interface ConsolePage {
  page: Page;
  faults: string[];
  close: () => Promise<void>;
}

/** Opens a page in a separate browser context, and collects its faults. The caller checks `faults`. */
export async function openConsole(browser: Browser): Promise<ConsolePage> {
  const context = await browser.newContext({
    ...CONSOLE_DEVICE,
    locale: 'th-TH',
    timezoneId: 'Asia/Bangkok',
  });
  const faults = await recordPageFaults(context);
  return { page: await context.newPage(), faults, close: () => context.close() };
}

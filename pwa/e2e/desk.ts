/** Support at its own page: operators, and what they do by the keyboard. */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import type { Browser, Page } from '@playwright/test';
import { api } from './api';
import { house } from './house';
import { expect, watch } from './journey';

export const PASSWORD = 'a long password';
const run = promisify(execFile);

/** A desk has a keyboard and no thumbs. */
export const DESK = { viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false };

type Role = 'support' | 'cashier' | 'admin';

/** A colleague of their own for each login: a code of the moment opens once. */
export async function newOperator(role: Role = 'support'): Promise<string> {
  return (await operatorWithApp(role)).name;
}

/** A colleague, and the secret of their code app as the console shows it once. */
export async function operatorWithApp(role: Role): Promise<{ name: string; secret: string }> {
  const name = `${role}-${randomUUID().slice(0, 8)}`;
  const adding = run(house.wallet, ['operator', 'add', name, role]);
  adding.child.stdin?.end(`${PASSWORD}\n`);
  const { stdout } = await adding;
  return { name, secret: stdout.trim().split(' ').at(-1)! };
}

export async function logInAtDesk(page: Page, name: string, path = '/operator'): Promise<void> {
  const { stdout } = await run(house.wallet, ['operator', 'totp', name]);
  await page.goto(house.app + path);
  await fillLogin(page, name, PASSWORD, stdout.trim());
}

export async function fillLogin(page: Page, name: string, password: string, code: string): Promise<void> {
  await page.getByLabel('ชื่อผู้ใช้').fill(name);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(password);
  await page.getByLabel('รหัสจากแอปยืนยันตัวตน').fill(code);
  await page.keyboard.press('Enter');
}

/** A session as the login leaves it, for whoever has nothing to see of the login. */
export async function sessionOf(username: string): Promise<{ token: string }> {
  const { stdout } = await run(house.wallet, ['operator', 'totp', username]);
  return api('POST', '/api/operator/login', { username, password: PASSWORD, code: stdout.trim() });
}

/** Moves down the inbox until the conversation that shows this text has the focus. */
export async function goTo(page: Page, text: string): Promise<void> {
  const row = page.getByTestId('inbox').getByRole('button', { name: text });
  await expect(row).toBeVisible();
  for (let i = 0; i < 50 && !(await row.evaluate((element) => element === document.activeElement)); i++)
    await page.keyboard.press('j');
  await expect(row).toBeFocused();
}

export interface Desk {
  page: Page;
  faults: string[];
  close: () => Promise<void>;
}

/** A browser of support's own, watched like every other. */
export async function openDesk(browser: Browser): Promise<Desk> {
  const context = await browser.newContext({ ...DESK, locale: 'th-TH', timezoneId: 'Asia/Bangkok' });
  const faults = await watch(context);
  return { page: await context.newPage(), faults, close: () => context.close() };
}

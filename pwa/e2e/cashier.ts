/** A cashier at the console, and the items that wait there. */
import { randomUUID } from 'node:crypto';
import type { Browser, Locator, Page } from '@playwright/test';
import { createAccountNo, createHolderName, logInByApi, type Member } from './api';
import { serverUrls } from './server';
import { expect, logInOnLoginPage, recordPageFaults } from './journey';
import { phoneOptions } from './phone';
import { makeBankTransfer } from './sandbox';

/** Returns the row that the keys act on. */
export const cursorRow = (page: Page): Locator => page.locator('[data-row][aria-current=true]');

export const detail = (page: Page): Locator => page.getByTestId('detail');

/** More rows than all journeys of a run leave in the lists. */
const MAX_ROWS = 300;

/**
 * Moves the cursor by keyboard to the row with this text. Other journeys add and remove rows meanwhile, so
 * the row may be above the cursor by then.
 */
export async function moveCursorTo(page: Page, text: string): Promise<void> {
  await expect(page.locator('[data-row]').filter({ hasText: text })).toHaveCount(1);
  for (let i = 0; i < MAX_ROWS; i++) {
    const key = await page.locator('[data-row]').evaluateAll((rows, wanted) => {
      const at = rows.findIndex((row) => row.ariaCurrent === 'true');
      const there = rows.findIndex((row) => row.textContent.includes(wanted));
      return there === at ? null : there < at ? 'ArrowUp' : 'ArrowDown';
    }, text);
    if (!key) break;
    await page.keyboard.press(key);
  }
  await expect(cursorRow(page)).toContainText(text);
}

/** Starts an action by its key once it is offered, and waits until it can be confirmed. */
export async function startAction(page: Page, chord: 'Alt+a' | 'Alt+r'): Promise<void> {
  await expect(detail(page).getByRole('button', { disabled: false }).locator('kbd').first()).toBeVisible();
  await page.keyboard.press(chord);
  await expect(submitButton(page)).toBeVisible();
  await expect(submitButton(page)).not.toHaveAttribute('data-early');
}

const submitButton = (page: Page): Locator => detail(page).locator('form [type=submit]');

/** Waits until the focused button accepts keys, and confirms by Enter. */
export async function confirmByEnter(page: Page): Promise<void> {
  await expect(submitButton(page)).toBeFocused();
  await expect(submitButton(page)).not.toHaveAttribute('data-early');
  await page.keyboard.press('Enter');
}

/** Presses an action's button, and confirms it. */
export async function confirmAction(page: Page, button: string): Promise<void> {
  await detail(page).getByRole('button', { name: button }).click();
  await confirmActionBy(page, (yes) => yes.click());
}

/** Waits until the button accepts clicks, and confirms the action by `press`. */
export async function confirmActionBy(page: Page, press: (button: Locator) => Promise<void>): Promise<void> {
  const button = submitButton(page);
  await expect(button).toBeVisible();
  await expect(button).not.toHaveAttribute('data-early');
  await press(button);
}

/** Opens the member's phone, with the app at home. */
export async function openMemberPhone(
  browser: Browser,
  member: Member,
): Promise<{ page: Page; faults: string[]; close: () => Promise<void> }> {
  const { launchOptions: _launch, ...use } = phoneOptions();
  const context = await browser.newContext({ ...use, baseURL: serverUrls.app });
  const faults = await recordPageFaults(context);
  const page = await context.newPage();
  await page.goto('/login');
  await logInOnLoginPage(page, member);
  return { page, faults, close: () => context.close() };
}

/** Uploads a slip that was picked in time but sent late, so that a cashier has to check it. */
export async function uploadLateSlip(member: Member, amount: number): Promise<void> {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const { picture } = await makeBankTransfer(member, amount, { at: hoursAgo(1.5) });
  const form = new FormData();
  form.append('clientId', randomUUID());
  form.append('capturedAt', hoursAgo(1));
  form.append('file', new Blob([new Uint8Array(picture.buffer)], { type: 'image/png' }), 'slip.png');
  const headers = { 'X-Requested-With': 'wallet-user', Authorization: `Bearer ${await logInByApi(member)}` };
  const response = await fetch(`${serverUrls.app}/api/wallet/slip`, { method: 'POST', headers, body: form });
  if (!response.ok) throw new Error(`slip: ${response.status} ${await response.text()}`);
}

/** Creates a bank transfer from an account of no member. Returns the name that the bank reports. */
export async function transferFromStranger(amount: number): Promise<string> {
  const bankAccountName = createHolderName();
  await makeBankTransfer({ bankCode: 'SCB', bankAccountNo: createAccountNo(), bankAccountName }, amount, {
    feed: true,
  });
  return bankAccountName.split(' ')[0]!;
}

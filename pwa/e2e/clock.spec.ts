/**
 * Phones whose clock is a day wrong, or is corrected during a command. Everything expires by the server's
 * clock.
 */
import type { Page } from '@playwright/test';
import { fetchLedger, fundWallet, createMember } from './api';
import { expect, openWithStoredToken, tapBar, test } from './journey';
import {
  openWithdrawConfirmation,
  CHECKING,
  confirmButton,
  dialog,
  openDeposit,
  InterceptedCall,
} from './money';
import { fetchPayouts } from './sandbox';

const DAY = 24 * 3_600_000;

/** Sets a wrong clock in this page until `setClock`, and in all pages opened later. */
async function setWrongClock(page: Page, ms: number): Promise<void> {
  await page.addInitScript((first) => {
    const Real = Date;
    const shift = () => Number(sessionStorage.getItem('clock') ?? first);
    globalThis.Date = new Proxy(Real, {
      construct: (_, args: [], newTarget) =>
        Reflect.construct(Real, args.length ? args : [Real.now() + shift()], newTarget),
      get: (_, name) => (name === 'now' ? () => Real.now() + shift() : Reflect.get(Real, name)),
    });
  }, ms);
}

const setClock = (page: Page, ms: number) =>
  page.evaluate((shift) => sessionStorage.setItem('clock', String(shift)), ms);

/** Returns the time of day in Bangkok as text, by this machine's clock. */
const timeOfDay = (at: number) => new Date(at + 7 * 3_600_000).toISOString().slice(11, 16);

test('on a phone that is a day fast nothing expires, and today is the server’s day', async ({ page }) => {
  const member = await createMember();
  await setWrongClock(page, DAY);
  const began = Date.now();
  await fundWallet(member, 1000);
  await openWithStoredToken(page, member);
  await expect(page.getByText('1,000.00').first()).toBeVisible();
  const asOf = page.getByText(/^ณ \d\d:\d\d\sน\.$/).first();
  await expect(asOf).toBeVisible();
  const shownTime = (await asOf.textContent())!.slice(2, 7);
  expect([timeOfDay(began), timeOfDay(began + 60_000), timeOfDay(Date.now())]).toContain(shownTime);
  await tapBar(page, 'ประวัติ');
  await expect(page.getByRole('heading', { name: /^วันนี้/ })).toBeVisible();

  await openDeposit(page, 'QR');
  await dialog(page).getByRole('button', { name: '100', exact: true }).click();
  await dialog(page)
    .getByRole('button', { name: /^สร้าง QR / })
    .click();
  await expect(dialog(page).getByRole('timer')).toContainText(/^(0\d|10):\d\d/);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);

  await openWithdrawConfirmation(page, '300');
  await confirmButton(page).click();
  await expect(dialog(page).getByText('ถอน 300.00 บาทสำเร็จ').last()).toBeVisible({ timeout: 30_000 });
  expect(await fetchPayouts(member)).toHaveLength(1);
  expect((await fetchLedger(member)).balance).toBe(700);
});

// After the clock was corrected, the next attempt may take up to half a minute.
test('a withdrawal without a response keeps its key when a clock that was a day slow is set right', async ({
  page,
}) => {
  const member = await createMember();
  await setWrongClock(page, -DAY);
  await fundWallet(member, 1000);
  await openWithStoredToken(page, member);
  const intercepted = await InterceptedCall.on(page, 'POST', '/api/wallet/withdrawAll');
  intercepted.responsesToLose = Infinity;
  await openWithdrawConfirmation(page, '300');
  await confirmButton(page).click();
  await expect(dialog(page).getByText(CHECKING)).toBeVisible();
  await setClock(page, 0);
  const tries = intercepted.keys.length;
  await expect.poll(() => intercepted.keys.length, { timeout: 40_000 }).toBeGreaterThan(tries);
  await page.reload();
  await expect(dialog(page).getByText(CHECKING)).toBeVisible();
  intercepted.responsesToLose = 0;

  await expect(dialog(page).getByText('ถอน 300.00 บาทสำเร็จ').last()).toBeVisible({ timeout: 40_000 });
  expect(intercepted.commandCount).toBe(1);
  expect(await fetchPayouts(member)).toHaveLength(1);
  expect((await fetchLedger(member)).balance).toBe(700);
});

/** A new version comes out while money is being moved: nothing is reloaded over, the answer arrives, then it updates. */
import type { Page } from '@playwright/test';
import { booksOf, fund, newMember } from './api';
import { cached, expect, logIn, test } from './journey';
import { askToWithdraw, confirmButton, dialog } from './money';
import { Release } from './release';
import { payoutsTo } from './world';

test.setTimeout(240_000);

/** Another app is in front, or this one is again. */
async function look(page: Page, away: boolean): Promise<void> {
  await page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    away ? 'hidden' : 'visible',
  );
}

/**
 * Another app is in front. Chromium lets the new worker in at once, but where a call wakes the old one just
 * as that is stopped: then when it has had nothing to do for half a minute.
 */
async function leaveUntilReloaded(page: Page): Promise<void> {
  await look(page, true);
  await expect.poll(() => isMarked(page), { timeout: 60_000 }).toBe(false);
}

/** The withdrawal arrives, its answer stays on the way; answers how to let it go on. */
async function holdAnswer(page: Page): Promise<() => void> {
  let answer: () => void = () => {};
  const held = new Promise<void>((done) => (answer = done));
  await page.route('**/api/wallet/withdrawAll', async (route) => {
    const response = await route.fetch();
    await held;
    await route.fulfill({ response });
  });
  return () => answer();
}

const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'มีเวอร์ชันใหม่' });
const mark = (page: Page) => page.evaluate(() => void Object.assign(globalThis, { notReloaded: true }));
const isMarked = (page: Page) => page.evaluate(() => 'notReloaded' in globalThis).catch(() => true); // while it reloads
const waiting = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    void registration.update();
    while (!registration.waiting) await new Promise((done) => setTimeout(done, 50));
  });

test('a new version waits for an open confirmation and for the answer, and then takes over', async ({
  page,
}) => {
  const release = await Release.open();
  const member = await newMember();
  await page.goto(`${release.url}/login`);
  await logIn(page, member);
  await fund(member, 500);
  await page.reload();
  await cached(page);
  const answer = await holdAnswer(page);
  await askToWithdraw(page, '200');
  await mark(page);
  release.next = true;
  await waiting(page);

  await look(page, true); // the member looks up something in another app
  await look(page, false);
  await confirmButton(page).click();
  await expect.poll(async () => (await payoutsTo(member)).length).toBe(1);
  await look(page, true);
  await look(page, false);
  await page.keyboard.press('Escape'); // the sheet goes, its command stays
  await look(page, true);
  await look(page, false);
  await expect(banner(page)).toHaveCount(0);
  expect(await isMarked(page), 'the page that sent it is still there').toBe(true);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null)).toBe(true);

  answer();
  await page.getByRole('button', { name: 'ถอนเงิน', exact: true }).click();
  await expect(dialog(page).getByText('ถอน 200.00 บาทแล้ว').last()).toBeVisible({ timeout: 30_000 });
  await dialog(page).getByRole('button', { name: 'เสร็จ' }).click();
  await expect(banner(page)).toBeVisible();
  await leaveUntilReloaded(page);
  await expect(page.getByText('300.00').first()).toBeVisible();
  expect(await isMarked(page)).toBe(false);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting)).toBeNull();
  expect(await payoutsTo(member)).toHaveLength(1);
  expect((await booksOf(member)).balance).toBe(300);
  await release.close();
});

test('a new version that is taken in another tab leaves a payment’s tab as it is until its answer is there', async ({
  page,
  context,
}) => {
  const release = await Release.open();
  const member = await newMember();
  await page.goto(`${release.url}/login`);
  await logIn(page, member);
  await fund(member, 500);
  await page.reload();
  await cached(page);
  const answer = await holdAnswer(page);
  await askToWithdraw(page, '200');
  await mark(page);
  const other = await context.newPage();
  await other.goto(`${release.url}/user/home`);
  release.next = true;
  await waiting(other);

  await confirmButton(page).click();
  await expect.poll(async () => (await payoutsTo(member)).length).toBe(1);
  const reloaded = other.waitForEvent('load');
  await banner(other).getByRole('button', { name: 'อัปเดตเลย' }).click();
  await reloaded;
  expect(await other.evaluate(async () => (await navigator.serviceWorker.ready).waiting)).toBeNull();
  await look(page, true);
  await look(page, false);
  expect(await isMarked(page), 'the page that sent it is still there').toBe(true);

  answer();
  await expect(dialog(page).getByText('ถอน 200.00 บาทแล้ว').last()).toBeVisible({ timeout: 30_000 });
  await dialog(page).getByRole('button', { name: 'เสร็จ' }).click();
  const left = page.waitForEvent('load');
  await banner(page).getByRole('button', { name: 'อัปเดตเลย' }).click();
  await left;
  await expect(page.getByText('300.00').first()).toBeVisible();
  expect(await payoutsTo(member)).toHaveLength(1);
  expect((await booksOf(member)).balance).toBe(300);
  await release.close();
});

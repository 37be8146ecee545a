/** Games as a member meets them: on home, in a sheet of their own, and as an end of a transfer. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { booksOf, fund, newMember, type Member } from './api';
import { cached, closeSheet, expect, logIn, test } from './journey';
import { askToMove, card as cardOf, choose, games } from './games';
import { dialog, Watched } from './money';
import { hold } from '../src/i18n/hold';

/** Two of the demo content's own, in which whole hundredths move. */
const JOKER = games.joker.name;
const PG = games.pg.name;
const card = (page: Page, name: string): Locator => cardOf(page, { name });

async function memberAtHome(page: Page, amount = 1000): Promise<Member> {
  const member = await newMember();
  await logIn(page, member);
  await fund(member, amount);
  await page.reload();
  await expect(card(page, JOKER)).toBeVisible();
  return member;
}

/** Opens the account in a game, and stays in its sheet. */
async function openAccount(page: Page, name: string): Promise<void> {
  await card(page, name).click();
  await dialog(page)
    .getByRole('button', { name: `เปิดบัญชี ${name}` })
    .click();
  await expect(dialog(page).getByText('ชื่อผู้ใช้')).toBeVisible({
    timeout: 30_000,
  });
}

// spec 1.8, 2.40, 2.44
test('home shows the games by their kind, each with the way to its account', async ({ page }) => {
  await memberAtHome(page);

  for (const kind of ['สล็อต', 'กีฬาและคาสิโน', 'หวย'])
    await expect(page.getByRole('heading', { name: kind, exact: true })).toBeVisible();
  await expect(card(page, JOKER)).toContainText('เปิดบัญชี');
});

// spec 2.45, 2.69, 4.9
test('an account is opened by one tap, and its password is covered until the eye is tapped', async ({
  page,
}) => {
  await memberAtHome(page);
  await openAccount(page, JOKER);

  await expect(dialog(page).getByText('••••••••')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'แสดงรหัสผ่าน' }).click();
  await expect(dialog(page).getByText('••••••••')).toHaveCount(0);
  await closeSheet(page);
  await expect(card(page, JOKER)).toContainText('0.00 บาท');
});

// spec 4.10
test('the game has another password after a second look', async ({ page }) => {
  await memberAtHome(page);
  await openAccount(page, JOKER);
  await dialog(page).getByRole('button', { name: 'ตั้งรหัสผ่านใหม่' }).click();
  const asked = page.waitForResponse('**/api/wallet/resetpassword/joker2');

  await dialog(page).getByRole('button', { name: 'ตั้งรหัสผ่านใหม่' }).click();

  expect((await asked).status()).toBe(200);
  await expect(page.getByText('ตั้งรหัสผ่านใหม่แล้ว')).toBeVisible();
});

// spec 2.50a, 4.18a
test('money goes into a game and comes back, and home follows', async ({ page }) => {
  const member = await memberAtHome(page);
  await openAccount(page, JOKER);
  await closeSheet(page);
  await askToMove(page, 'กระเป๋า', JOKER, '250.50');
  await dialog(page)
    .getByRole('button', { name: `โยก 250.50 บาท ไป ${JOKER}` })
    .click();
  await expect(dialog(page).getByText('โยก 250.50 บาทแล้ว').last()).toBeVisible({
    timeout: 30_000,
  });
  await dialog(page).getByRole('button', { name: 'เสร็จ' }).click();
  await expect(card(page, JOKER)).toContainText('250.50');
  expect((await booksOf(member)).balance).toBe(749.5);

  await askToMove(page, JOKER, 'กระเป๋า', '');
  await dialog(page).getByRole('button', { name: 'ทั้งหมด' }).click();
  await dialog(page).getByRole('button', { name: 'โยก 250.50 บาท ไป กระเป๋า' }).click();
  await expect(dialog(page).getByText('โยก 250.50 บาทแล้ว').last()).toBeVisible({
    timeout: 30_000,
  });
  await dialog(page).getByRole('button', { name: 'เสร็จ' }).click();

  await expect(page.getByRole('listitem').filter({ hasText: `${JOKER} → กระเป๋า` })).toContainText('250.50');
  expect((await booksOf(member)).balance).toBe(1000);
});

test('all of the wallet goes by one word, and a lost answer moves it once', async ({ page }) => {
  const member = await memberAtHome(page);
  await openAccount(page, PG);
  await closeSheet(page);
  const posted = await Watched.on(page, 'POST', '/api/wallet/transferAll');
  posted.losing = Infinity;
  await askToMove(page, 'กระเป๋า', PG, '');
  await dialog(page).getByRole('button', { name: 'ทั้งหมด' }).click();
  await dialog(page)
    .getByRole('button', { name: `โยก 1,000.00 บาท ไป ${PG}` })
    .click();

  await posted.lostUntil(dialog(page).getByText('กำลังตรวจสอบกับระบบ อย่าทำซ้ำ'));
  await expect(dialog(page).getByText('โยก 1,000.00 บาทแล้ว').last()).toBeVisible({ timeout: 30_000 });
  expect(posted.commands).toBe(1);
  expect((await booksOf(member)).balance).toBe(0);
});

test('what cannot move is said before it is sent, and a refusal after', async ({ page }) => {
  const member = await memberAtHome(page);
  await openAccount(page, JOKER);
  await closeSheet(page);
  await page.getByRole('button', { name: 'โยกเงิน', exact: true }).click();
  await dialog(page).locator('input').fill('5000');
  await dialog(page).getByRole('button', { name: 'โยกเงิน', exact: true }).click();
  await expect(dialog(page).getByText('เลือกต้นทางและปลายทางก่อน')).toBeVisible();
  await choose(page, 'จาก', JOKER);
  await choose(page, 'ไปที่', JOKER);
  await expect(dialog(page).getByText('ต้นทางกับปลายทางต้องไม่ใช่ที่เดียวกัน')).toBeVisible();
  await choose(page, 'จาก', 'กระเป๋า');
  await expect(dialog(page).getByText('ยอดใน กระเป๋า ไม่พอ')).toBeVisible();
  await dialog(page).locator('input').fill('100');
  const posted = await Watched.on(page, 'POST', '/api/wallet/transfer');
  posted.refuse(1, 409, 'GAME_PAUSED');
  await dialog(page)
    .getByRole('button', { name: /^โยก 100.00 บาท/ })
    .click();

  const alert = page.getByRole('alertdialog', {
    name: /ปิดโยกเงินของเกมนี้ชั่วคราว/,
  });
  await expect(alert).toBeVisible();
  await alert.getByRole('button', { name: 'ตกลง' }).click();
  expect((await booksOf(member)).balance).toBe(1000);
});

test('without a signal nothing moves, nothing is played, and no password is shown', async ({
  page,
  context,
}) => {
  const member = await memberAtHome(page);
  await openAccount(page, JOKER);
  await cached(page);
  await expect(dialog(page).getByText('ชื่อผู้ใช้')).toBeVisible();
  await context.setOffline(true);
  await page.evaluate(() => dispatchEvent(new Event('online')));

  const words = hold('ออฟไลน์อยู่ โยกเงินและเล่นไม่ได้จนกว่าจะมีสัญญาณ');
  await expect(dialog(page).getByText(words)).toBeVisible({ timeout: 30_000 });
  await expect(dialog(page).getByText('ชื่อผู้ใช้', { exact: true })).toHaveCount(0);
  await expect(dialog(page).getByRole('button', { name: `เล่น ${JOKER}` })).toBeDisabled();
  await context.setOffline(false);
  expect((await booksOf(member)).balance).toBe(1000);
});

for (const theme of ['light', 'dark'] as const) {
  test(`the games can be used by whoever cannot see them well: ${theme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await memberAtHome(page);
    const faults = async () =>
      (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`);
    expect(await faults()).toEqual([]);
    await openAccount(page, JOKER);
    expect(await faults()).toEqual([]);
    await closeSheet(page);
    await page.getByRole('button', { name: 'โยกเงิน', exact: true }).click();
    await expect(dialog(page).getByRole('radiogroup').first()).toBeVisible();
    expect(await faults()).toEqual([]);
  });
}

for (const [name, way] of [
  [PG, 'by a link'],
  ['UFABET', 'by a form'],
] as const)
  // spec 2.47f, 2.72, 2.73
  test(`a game opens ${way} in a window of its own, is played, and home has what is left`, async ({
    page,
  }) => {
    const member = await memberAtHome(page);
    await openAccount(page, name);
    await dialog(page).locator('input').fill('500');
    const opening = page.context().waitForEvent('page');
    await dialog(page).getByRole('button', { name: 'โยก 500.00 บาทแล้วเล่น' }).click();
    await expect(dialog(page).getByText('โยก 500.00 บาทแล้ว').last()).toBeVisible({ timeout: 30_000 });
    const window = await opening;

    await expect(window.getByText('500.00').first()).toBeVisible({
      timeout: 30_000,
    });
    if (way === 'by a form') await window.getByRole('button', { name: '1 · 1.95' }).click();
    await window.locator('#go').click();
    await expect(window.locator('#said')).not.toBeEmpty();
    await window.close();

    expect(new URL(page.url()).pathname).toBe('/user/home');
    expect((await booksOf(member)).balance).toBe(500);
  });

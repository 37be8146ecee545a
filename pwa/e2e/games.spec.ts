/** Games as members use them: on home, in their own sheet, and in transfers. */
import { keepTogether } from '../src/i18n/keep-together';
import type { Locator, Page } from '@playwright/test';
import { fetchLedger, fundWallet, createMember, type Member } from './api';
import {
  fillTransfer,
  openHome,
  findGameCard as cardOf,
  games,
  transferButton,
  expectTransferred,
  createPlayer,
  WALLET_NAME,
} from './games';
import { closeSheet, expect, test } from './journey';
import { CHECKING, dialog, InterceptedCall } from './money';

/** Two games of the demo content that accept whole hundredths. */
const JOKER = games.joker.name;
const PG = games.pg.name;
const card = (page: Page, name: string): Locator => cardOf(page, { name });

async function openHomeOfNewMember(page: Page): Promise<Member> {
  const member = await createMember();
  await fundWallet(member, 1000);
  await openHome(page, member);
  return member;
}

/** Opens the account in a game, and stays in its sheet. */
async function openAccount(page: Page, name: string): Promise<void> {
  await card(page, name).click();
  await dialog(page)
    .getByRole('button', { name: `เปิดใช้งาน ${name}` })
    .click();
  await expect(dialog(page).getByText('ชื่อผู้ใช้')).toBeVisible({ timeout: 30_000 });
}

// spec 2.50a, 4.18a
test('one tap opens an account, money is transferred into the game and back, and home shows it', async ({
  page,
}) => {
  const member = await openHomeOfNewMember(page);
  for (const kind of ['สล็อต', keepTogether('กีฬาและคาสิโน'), 'หวย'])
    await expect(page.getByRole('heading', { name: kind, exact: true })).toBeVisible();
  await expect(card(page, JOKER)).toContainText('เปิดใช้งาน');
  await openAccount(page, JOKER);
  await expect(dialog(page).getByText('••••••••')).toBeVisible();
  await closeSheet(page);
  await expect(card(page, JOKER)).toContainText('0.00 บาท');

  await fillTransfer(page, WALLET_NAME, JOKER, '250.50');
  await transferButton(page, '250.50', JOKER).click();
  await expectTransferred(page, '250.50');
  await dialog(page).getByRole('button', { name: 'ปิด' }).filter({ hasText: 'ปิด' }).click();
  await expect(card(page, JOKER)).toContainText('250.50');
  expect((await fetchLedger(member)).balance).toBe(749.5);

  await fillTransfer(page, JOKER, WALLET_NAME, '');
  await dialog(page).getByRole('button', { name: 'ทั้งหมด' }).click();
  await transferButton(page, '250.50', WALLET_NAME).click();
  await expectTransferred(page, '250.50');
  await dialog(page).getByRole('button', { name: 'ปิด' }).filter({ hasText: 'ปิด' }).click();

  await expect(page.getByRole('listitem').filter({ hasText: `${JOKER} → กระเป๋า` })).toContainText('250.50');
  expect((await fetchLedger(member)).balance).toBe(1000);
});

test('the whole wallet is transferred with "all", and once although the response is lost', async ({
  page,
}) => {
  const member = await createPlayer([[games.pg, 0]], 1000);
  await openHome(page, member);
  const intercepted = await InterceptedCall.on(page, 'POST', '/api/wallet/transferAll');
  intercepted.responsesToLose = Infinity;
  await fillTransfer(page, WALLET_NAME, PG, '');
  await dialog(page).getByRole('button', { name: 'ทั้งหมด' }).click();
  await transferButton(page, '1,000.00', PG).click();

  await intercepted.loseUntil(dialog(page).getByText(CHECKING));
  await expectTransferred(page, '1,000.00');
  expect(intercepted.commandCount).toBe(1);
  expect((await fetchLedger(member)).balance).toBe(0);
});

for (const [name, launch] of [
  [PG, 'by a link'],
  ['UFABET', 'by a form'],
] as const)
  // spec 2.47f, 2.72, 2.73
  test(`a game opens ${launch} in its own window and is played, and the wallet keeps the rest`, async ({
    page,
  }) => {
    const member = await openHomeOfNewMember(page);
    await openAccount(page, name);
    await dialog(page).locator('input').fill('500');
    const opening = page.context().waitForEvent('page');
    await dialog(page).getByRole('button', { name: 'โยก 500.00 บาทแล้วเล่น' }).click();
    await expectTransferred(page, '500.00');
    const window = await opening;

    await expect(window.getByText('500.00').first()).toBeVisible({ timeout: 30_000 });
    if (launch === 'by a form') await window.getByRole('button', { name: '1 · 1.95' }).click();
    await window.locator('#go').click();
    await expect(window.locator('#said')).not.toBeEmpty();
    await window.close();

    expect(new URL(page.url()).pathname).toBe('/user/home');
    expect((await fetchLedger(member)).balance).toBe(500);
  });

/**
 * Functions that the games' journeys share: for an account in a game, money in it, and the provider's own
 * record.
 */
import type { Locator, Page } from '@playwright/test';
import { callAsMember, fetchLedger, fundWallet, createMember, type Member } from './api';
import { serverUrls } from './server';
import { expect, openWithStoredToken } from './journey';
import { dialog } from './money';

/** A game of the demo content. */
export interface Game {
  code: string;
  name: string;
}

/**
 * Games of the demo content, each of another provider. A fault affects the next call to its provider, so
 * journeys with faults use separate games.
 */
export const games = {
  joker: { code: 'joker2', name: 'Joker' },
  pg: { code: 'pg', name: 'PG Soft' },
  pgslot: { code: 'pgslot', name: 'PG Slot' },
  betflix: { code: 'betflix', name: 'Betflix' },
  usun: { code: 'usun', name: 'USUN' },
  areaslot: { code: 'areaslot', name: 'Area Slot' },
  circus: { code: 'circus', name: 'Circus' },
  slotracha: { code: 'slotracha', name: 'Slot Racha' },
  slotweb: { code: 'slotweb', name: 'Slot Web' },
} satisfies Record<string, Game>;

export const findGameCard = (page: Page, { name }: Pick<Game, 'name'>): Locator =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) })
    .getByRole('button');

/** Creates a member with accounts and money in these games, and the rest in the wallet. */
export async function createPlayer(inGames: readonly [Game, number][], inWallet: number): Promise<Member> {
  const member = await createMember();
  const all = inGames.reduce((sum, [, amount]) => sum + amount, inWallet);
  if (all > 0) await fundWallet(member, all);
  for (const [{ code }, amount] of inGames) {
    await callAsMember(member, 'POST', `/api/wallet/activate/${code}`, {});
    if (amount > 0)
      await callAsMember(member, 'POST', '/api/wallet/transfer', { from: 'WALLET', to: code, amount });
  }
  expect((await fetchLedger(member)).balance).toBe(inWallet);
  return member;
}

/** Reports plays of a member one by one, like the game's provider does. Each wins `payout`. */
export async function reportPlays(
  member: Member,
  { code }: Pick<Game, 'code'>,
  bet: number,
  { payout = bet, times = 1 } = {},
): Promise<void> {
  const { username } = await callAsMember<{ username: string }>(member, 'GET', `/api/wallet/account/${code}`);
  for (let n = 0; n < times; n++) {
    const response = await fetch(`${serverUrls.sandbox}/games/${code}/play`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      // Providers report whole seconds. A time in the future counts as the time of the report.
      body: JSON.stringify({ username, bet, payout, at: new Date(Date.now() + 1000).toISOString() }),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  }
}

/** Opens the member's home page and waits until the game is shown. */
export async function openHome(page: Page, member: Member, game: Game = games.joker): Promise<void> {
  await openWithStoredToken(page, member);
  await expect(findGameCard(page, game)).toBeVisible();
}

interface ProviderRecord {
  balance: number;
  /** Transfers from the provider's own list. */
  transfers: { direction: 'IN' | 'OUT'; amount: number }[];
}

/** Returns the provider's own record of a member. */
export async function fetchProviderRecord(member: Member, { code }: Game): Promise<ProviderRecord> {
  const { username } = await callAsMember<{ username: string }>(member, 'GET', `/api/wallet/account/${code}`);
  const response = await fetch(`${serverUrls.sandbox}/games/${code}/accounts/${username}`);
  if (!response.ok) throw new Error(`${code}: ${response.status} ${await response.text()}`);
  return (await response.json()) as ProviderRecord;
}

type Mode = 'error' | 'http500' | 'timeout' | 'timeout_after_commit' | 'slow';

/**
 * Makes the provider's next responses fail. The journey must use up all of the faults, or they affect the
 * next journey.
 */
export async function setProviderFault(
  { code }: Game,
  action: 'transfer' | 'query' | 'balance' | 'create' | 'login',
  mode: Mode,
  extra: { count?: number; delayMs?: number } = {},
): Promise<void> {
  const body = JSON.stringify({
    target: `game:${code}:${action}`,
    mode,
    ...extra,
  });
  const headers = { 'Content-Type': 'application/json' };
  const response = await fetch(`${serverUrls.sandbox}/faults`, {
    method: 'POST',
    headers,
    body,
  });
  if (!response.ok) throw new Error(`fault: ${response.status} ${await response.text()}`);
}

/** Selects a slide of a row in the transfer sheet. */
export async function selectSlide(page: Page, row: 'จาก' | 'ไปที่', name: string): Promise<void> {
  const radio = dialog(page).getByRole('radiogroup', { name: row }).getByRole('radio', { name });
  await radio.click();
  await expect(radio).toHaveAttribute('aria-checked', 'true');
}

/** Opens the transfer sheet and fills it in, without submitting. */
export async function fillTransfer(page: Page, from: string, to: string, amount: string): Promise<void> {
  await page.getByRole('button', { name: 'โยกเงิน', exact: true }).click();
  await selectSlide(page, 'จาก', from);
  await selectSlide(page, 'ไปที่', to);
  await dialog(page).locator('input').fill(amount);
}

export const WALLET_NAME = 'กระเป๋า';

/** Returns the button that names the amount and the target. */
export const transferButton = (page: Page, amount: string, to: string): Locator =>
  dialog(page).getByRole('button', { name: `โยก ${amount} บาท ไป ${to}` });

/** Expects the sheet to say that the money has arrived. */
export async function expectTransferred(page: Page, amount: string): Promise<void> {
  await expect(dialog(page).getByText(`โยก ${amount} บาทแล้ว`).last()).toBeVisible({ timeout: 40_000 });
}

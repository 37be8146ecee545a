/** Functions for journeys with the prize wheel: a wheel on which every slice wins, and members with coins. */
import { keepTogether } from '../src/i18n/keep-together';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { callApi, callAsMember, fundWallet, createMember, type Member } from './api';
import { createOperator, createSession } from './console';
import { games, reportPlays } from './games';
import { serverUrls } from './server';
import { expect, openWithStoredToken } from './journey';

const run = promisify(execFile);

const text = (th: string, lo: string, en: string) => ({ th, lo, en });
const colours = [
  ['#ffc037', '#3b2603'],
  ['#faf5e9', '#14231c'],
  ['#f0a6b3', '#3d0914'],
  ['#1e6a3e', '#ffffff'],
];

const buildSlice = (code: string, baht: number, [bgColor, textColor]: string[]) => ({
  code,
  label: text(`${baht} บาท`, `${baht} ບາດ`, `${baht} baht`),
  description: text('', '', ''),
  bgColor,
  textColor,
  weight: 1,
  prize: {
    code: `WIN${baht}`,
    name: text(`เงินสด ${baht} บาท`, `ເງິນສົດ ${baht} ບາດ`, `${baht} baht cash`),
    kind: 'CREDIT',
    amount: baht,
    turnover: 0,
  },
});

/**
 * Makes two operators activate a wheel on which each of its eight slices wins. Retries if another proposal
 * was made in between.
 */
export async function activateWinningWheel(): Promise<void> {
  await expect(proposeAndApproveWheel).toPass({ timeout: 60_000 });
}

async function proposeAndApproveWheel(): Promise<void> {
  const amounts = [12, 7, 3, 15, 12, 7, 3, 15];
  const slices = amounts.map((baht, i) => buildSlice(`S${i}`, baht, colours[i % colours.length]!));
  const wheel = {
    currency: 'BAHT',
    name: text('วงล้อฝนเหรียญ', 'ວົງລໍ້ຝົນຫຼຽນ', 'Coin rain wheel'),
    large: 500,
    slices,
  };
  const name = await createOperator('admin');
  const { stdout: code } = await run(serverUrls.wallet, ['operator', 'totp', name]);
  const edit = ['edit', '-as', name, '-why', 'for a journey', 'wheel', 'BAHT', JSON.stringify(wheel)];
  const proposing = run(serverUrls.wallet, edit);
  proposing.child.stdin?.end(code);
  const { stdout } = await proposing;
  const [, id] = /^proposed \((\S+)\)/.exec(stdout) ?? [];
  if (id === undefined) return; // That wheel is already active.
  const { token } = await createSession(await createOperator('admin'));
  await callApi('POST', `/api/operator/items/PROPOSAL/${id}/approve`, {}, token);
}

/**
 * Creates a member with coins. The bank reports a deposit, and the member plays it once in a game that pays
 * the stake back.
 */
export async function createMemberWithCoins(coins: number): Promise<Member> {
  const member = await createMember();
  await fundWallet(member, coins * 100);
  await callAsMember(member, 'POST', '/api/wallet/activate/circus', {});
  await callAsMember(member, 'POST', '/api/wallet/transfer', {
    from: 'WALLET',
    to: 'circus',
    amount: coins * 100,
  });
  await reportPlays(member, games.circus, coins * 100);
  await callAsMember(member, 'POST', '/api/wallet/transfer', {
    from: 'circus',
    to: 'WALLET',
    amount: coins * 100,
  });
  const coinsOf = async () =>
    (await callAsMember<{ profile: { coin: number } }>(member, 'GET', '/api/wallet')).profile.coin;
  await expect.poll(coinsOf, { timeout: 30_000 }).toBe(coins);
  // Bets are reported in whole seconds. A deposit in the same second as a play does not count for a bonus.
  await new Promise((done) => setTimeout(done, 1000 - (Date.now() % 1000)));
  return member;
}

/** Logs in, and opens the wheel. */
export async function openWheel(page: Page, member: Member): Promise<void> {
  await openWithStoredToken(page, member);
  await page.getByRole('link', { name: keepTogether('หมุนวงล้อ') }).click();
  await expect(spinButton(page)).toBeVisible();
}

export const spinButton = (page: Page): Locator =>
  page.getByRole('region', { name: keepTogether('วงล้อ') }).getByRole('button');

/** Returns the label of the slice under the pointer, which is the highest label. */
export function readLabelUnderPointer(page: Page): Promise<string> {
  return page.evaluate(() => {
    const labels = [...document.querySelectorAll('[data-wheel] svg text')];
    const middle = (element: Element) => {
      const { top, bottom, left, right } = element.getBoundingClientRect();
      return { y: (top + bottom) / 2, x: (left + right) / 2 };
    };
    return labels.toSorted((one, other) => middle(one).y - middle(other).y)[0]?.textContent ?? '';
  });
}

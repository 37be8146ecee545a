/** Takes screenshots of the games: on home, in their sheets, in transfers, and the page that opens a game. */
import type { Page } from '@playwright/test';
import { callApi, fundWallet, createMember, logInByApi, type Member } from './api';
import { setProviderFault, games, type Game } from './games';
import { expect } from './journey';
import { dialog, InterceptedCall } from './money';
import type { Shot } from './screens-chat';

const inDoubt: Game = { code: 'askmebet', name: 'AskMeBet' };
const silent: Game = { code: 'huayhd', name: 'HuayHD' };
const slow: Game = { code: 'lottoth', name: '' };
const formGame: Game = { code: 'ufabet', name: 'UFABET' };

/**
 * Creates a member with games in different states: with money, without money, with an old balance, and with a
 * transfer whose outcome is unknown. `brief` leaves out the slow game: the server waits ten seconds for its
 * provider.
 */
export async function createMemberWithGames({ brief = false } = {}): Promise<Member> {
  const member = await createMember();
  const token = await logInByApi(member);
  await fundWallet(member, 9000);
  const open = ({ code }: Game) => callApi('POST', `/api/wallet/activate/${code}`, {}, token);
  const move = (game: Game, amount: number) =>
    callApi('POST', '/api/wallet/transfer', { from: 'WALLET', to: game.code, amount }, token);
  await Promise.all([games.joker, games.slotweb, inDoubt, silent, slow, formGame].map(open));
  await move(games.joker, 1250);
  await move(games.slotweb, 320.5);
  await move(silent, 80);
  await setProviderFault(inDoubt, 'transfer', 'http500');
  if (!brief) await setProviderFault(slow, 'transfer', 'http500');
  await setProviderFault(silent, 'balance', 'http500');
  await Promise.all(brief ? [move(inDoubt, 200)] : [move(inDoubt, 200), move(slow, 100)]);
  await callApi('GET', '/api/wallet/refresh/slot', undefined, token);
  return member;
}

/** Takes the screenshots of a member's games. `brief` leaves out screens that differ little from others. */
export async function captureMemberGames(page: Page, shot: Shot, { brief = false } = {}): Promise<void> {
  await captureHome(page, shot, brief);
  await captureGameSheets(page, shot, brief);
  await captureTransfers(page, shot, brief);
  await page.goto('/user/home?sheet=withdraw');
  await dialog(page).locator('button[type=submit]').waitFor();
  if (!brief) await shot('withdraw-games');
  await captureGameWindow(page, shot, brief);
}

async function captureHome(page: Page, shot: Shot, brief: boolean): Promise<void> {
  await page.goto('/user/home');
  const sections = page.locator('main section:has(ul img)');
  await sections.nth(2).waitFor();
  await shot('home-games');
  if (brief) return;
  for (const [i, screen] of ['home-games-slot', 'home-games-sport'].entries()) {
    await sections
      .nth(i)
      .evaluate((section) => scrollTo(0, section.getBoundingClientRect().top + scrollY - 16));
    await shot(screen);
  }
  const release = await holdCalls(page, '**/api/wallet/refresh/slot');
  await page.evaluate(() => scrollTo(0, 300));
  await sections.first().getByRole('button').first().click();
  await sections.first().locator('xpath=..').getByRole('status').waitFor();
  await shot('home-games-asking');
  await setProviderFault(silent, 'balance', 'http500');
  release();
  await page.locator('[data-toasts] > *').first().waitFor({ state: 'attached' });
}

async function openGameSheet(page: Page, { code }: Game): Promise<void> {
  await page.goto(`/user/home?sheet=game&slot=${code}`);
  await dialog(page).locator('h2').waitFor();
  await dialog(page).locator('img').first().waitFor();
}

async function captureGameSheets(page: Page, shot: Shot, brief: boolean): Promise<void> {
  await openGameSheet(page, games.circus);
  await shot('game-closed');
  await openGameSheet(page, games.slotweb);
  const eye = dialog(page).locator('button:is(:has(.lucide-eye), :has(.lucide-eye-off))');
  await eye.waitFor();
  await shot('game-open');
  await dialog(page).locator('button:has(.lucide-key-round)').click();
  await dialog(page)
    .locator('button.lucide-key-round, button:has(.lucide-key-round)')
    .waitFor({ state: 'detached' });
  await shot('game-reset');
  await openGameSheet(page, inDoubt);
  await eye.waitFor();
  await shot('game-doubt');
  if (brief) return;
  await openGameSheet(page, silent);
  await eye.waitFor();
  await shot('game-stale');
  await openGameSheet(page, slow);
  await eye.waitFor();
  await shot('game-moving');
  await openGameSheet(page, formGame);
  await eye.click();
  await dialog(page).getByRole('button', { name: '500', exact: true }).click();
  await eye.evaluate((button) => button.scrollIntoView({ block: 'center' }));
  await shot('game-amount');
  await setProviderFault(games.areaslot, 'create', 'http500');
  await openGameSheet(page, games.areaslot);
  await dialog(page).locator('button').last().click();
  await dialog(page).getByRole('status').waitFor();
  await shot('game-opening');
}

const submitButton = (page: Page) => dialog(page).locator('button[type=submit]');

/**
 * Selects source or target of a transfer. The wallet is at the second position, and Joker is the first game.
 */
async function chooseSide(page: Page, row: number, at: number): Promise<void> {
  const radio = dialog(page).getByRole('radiogroup').nth(row).getByRole('radio').nth(at);
  // A check of the screen scrolls each row back to its start, and the app treats that as a swipe.
  await expect(async () => {
    await radio.click();
    await expect(radio).toHaveAttribute('aria-checked', 'true', { timeout: 1000 });
  }).toPass();
}

async function captureTransfers(page: Page, shot: Shot, brief: boolean): Promise<void> {
  const intercepted = await InterceptedCall.on(page, 'POST', '/api/wallet/transfer');
  const amount = dialog(page).locator('input');
  const fill = async (typed: string) => {
    await chooseSide(page, 0, 1);
    await chooseSide(page, 1, 2);
    await amount.fill(typed);
  };
  const open = async () => {
    await page.goto('/user/home?sheet=transfer');
    await submitButton(page).waitFor();
  };
  await open();
  if (!brief) await shot('transfer');
  await submitButton(page).click();
  await shot('transfer-missing');
  await chooseSide(page, 0, 1);
  await chooseSide(page, 1, 1);
  await amount.fill('0.50');
  if (!brief) await shot('transfer-same');
  await fill('0.50');
  await submitButton(page).click();
  if (!brief) await shot('transfer-low');
  await fill('500');
  await shot('transfer-chosen');
  if (brief) return;
  await fill('500');
  intercepted.refuse(1, 409, 'GAME_IN_DOUBT');
  await submitButton(page).click();
  await page.getByRole('alertdialog').waitFor();
  await shot('transfer-alert');
  await page.getByRole('alertdialog').getByRole('button').click();
  await fill('500');
  intercepted.responsesToLose = Infinity;
  await submitButton(page).click();
  await dialog(page)
    .getByRole('status')
    .filter({ has: page.locator('svg') })
    .first()
    .waitFor();
  await shot('transfer-checking');
  intercepted.responsesToLose = 0;
  await submitButton(page).waitFor({ state: 'detached' });
  await shot('transfer-done');
  for (const [mode, screen] of [
    ['error', 'transfer-failed'],
    ['http500', 'transfer-pending'],
  ] as const) {
    await open();
    await fill('300');
    await setProviderFault(games.joker, 'transfer', mode);
    await submitButton(page).click();
    await submitButton(page).waitFor({ state: 'detached' });
    await shot(screen);
  }
}

/** Takes the screenshots of the page that opens a game in a new window: while it loads, and if it fails. */
async function captureGameWindow(page: Page, shot: Shot, brief: boolean): Promise<void> {
  const lang = await page.evaluate(() => document.documentElement.lang);
  await page.goto(`/play/pg?lang=${lang}#${'5'.repeat(32)}`);
  await page.locator('#opening').waitFor();
  if (!brief) await shot('play-opening');
  await page.goto(`/play/circus?lang=${lang}#0`);
  await page.locator('#failed').waitFor();
  if (!brief) await shot('play-failed');
}

/** Holds back the calls to an address. Returns a function that releases them. */
async function holdCalls(page: Page, address: string): Promise<() => void> {
  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  await page.route(address, async (route) => {
    await gate;
    // The page that sent the request may be gone by now.
    await route.continue().catch(() => {});
  });
  return release;
}

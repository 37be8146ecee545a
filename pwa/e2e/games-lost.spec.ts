/**
 * Transfers between wallet and game on a failing network: money moves once, and ledger and provider agree.
 */
import { fetchLedger } from './api';
import {
  fillTransfer,
  openHome,
  findGameCard,
  fetchProviderRecord,
  games,
  transferButton,
  expectTransferred,
  createPlayer,
  WALLET_NAME,
  type Game,
} from './games';
import { serverUrls } from './server';
import { expect, test } from './journey';
import { CHECKING, dialog, InterceptedCall } from './money';
import { keepTogether } from '../src/i18n/keep-together';

interface Loss {
  direction: 'in' | 'out';
  moment: 'before the request arrives' | 'before the response arrives' | 'until the page is reloaded';
  game: Game;
}

const losses: Loss[] = [
  { direction: 'in', moment: 'before the request arrives', game: games.pg },
  { direction: 'out', moment: 'before the response arrives', game: games.joker },
  { direction: 'in', moment: 'until the page is reloaded', game: games.betflix },
];

for (const { direction, moment, game } of losses)
  test(`a transfer ${direction} that loses the network ${moment} moves the money once`, async ({ page }) => {
    const isIn = direction === 'in';
    const member = await createPlayer([[game, isIn ? 0 : 300]], isIn ? 1000 : 0);
    await openHome(page, member, game);
    const intercepted = await InterceptedCall.on(page, 'POST', '/api/wallet/transfer');
    intercepted[moment === 'before the request arrives' ? 'requestsToDrop' : 'responsesToLose'] = Infinity;
    const sides: [string, string] = isIn ? [WALLET_NAME, game.name] : [game.name, WALLET_NAME];
    await fillTransfer(page, ...sides, '120.25');
    await transferButton(page, '120.25', sides[1]).click();

    if (moment === 'until the page is reloaded') {
      await expect.poll(() => intercepted.lostCount, 'lost responses').toBeGreaterThan(0);
      await expect(dialog(page).getByText(CHECKING)).toBeVisible();
      await page.reload();
    }
    await intercepted.loseUntil(dialog(page).getByText(CHECKING));
    await expectTransferred(page, '120.25');
    await expect(dialog(page).getByText(`เงินอยู่ใน ${sides[1]} แล้ว`)).toBeVisible();
    await dialog(page).getByRole('button', { name: 'ปิด' }).filter({ hasText: 'ปิด' }).click();
    await expect(findGameCard(page, game)).toContainText(isIn ? '120.25' : '179.75');
    expect(intercepted.commandCount).toBe(1);
    expect((await fetchLedger(member)).balance).toBe(isIn ? 879.75 : 120.25);
    const record = await fetchProviderRecord(member, game);
    expect(record.balance).toBe(isIn ? 120.25 : 179.75);
    expect(record.transfers.filter(({ amount }) => amount === 120.25)).toHaveLength(1);
  });

test('if the browser blocks the window, a link opens the game, and the sheet says why', async ({ page }) => {
  await page.addInitScript(() => (window.open = () => null));
  const member = await createPlayer([[games.pg, 100]], 0);
  await openHome(page, member);
  await findGameCard(page, games.pg).click();
  await dialog(page)
    .getByRole('button', { name: `เล่น ${games.pg.name}` })
    .click();
  await expect(
    dialog(page).getByText(keepTogether('เบราว์เซอร์อาจกันหน้าต่างไว้'), { exact: false }),
  ).toBeVisible();

  const opening = page.context().waitForEvent('page');
  await dialog(page)
    .getByRole('link', { name: keepTogether('แตะที่นี่เพื่อเปิดอีกครั้ง') })
    .click();

  await expect((await opening).getByText('100.00').first()).toBeVisible({
    timeout: 30_000,
  });
  expect(new URL(page.url()).pathname).toBe('/user/home');
});

test('the launch number is in no stored address, and opens its game once', async ({ page }) => {
  const member = await createPlayer([[games.pg, 100]], 0);
  await openHome(page, member);
  await findGameCard(page, games.pg).click();
  const launchRequest = page
    .context()
    .waitForEvent('request', (each) => each.url().endsWith('/play-door/take'));
  const opening = page.context().waitForEvent('page');
  await dialog(page)
    .getByRole('button', { name: `เล่น ${games.pg.name}` })
    .click();
  const window = await opening;
  const { launch } = (await launchRequest).postDataJSON() as { launch: string };
  await expect(window.getByText('100.00').first()).toBeVisible({ timeout: 30_000 });

  expect(launch).toMatch(/^[0-9a-f]{32}$/);
  expect(await window.evaluate(() => document.referrer)).toBe('');
  expect(await window.evaluate(() => window.opener === null)).toBe(true);
  const again = await fetch(`${serverUrls.app}/play-door/take`, {
    method: 'POST',
    body: JSON.stringify({ launch }),
  });
  expect(again.status).toBe(404);
  await window.goto(`${serverUrls.app}/play/pg#${launch}`);
  await expect(window.locator('#failed')).toBeVisible();
  expect(new URL(window.url()).hash).toBe('');
});

test('a provider may name a field submit, and its form is still sent', async ({ page }) => {
  const fields = { submit: 'Play', token: 't' };
  await page.route('**/play-door/take', (route) =>
    route.fulfill({ json: { action: `${serverUrls.sandbox}/games/enter`, fields } }),
  );
  const sent = page.waitForRequest((each) => each.method() === 'POST' && each.url().endsWith('/games/enter'));

  await page.goto(`/play/pg#${'a'.repeat(32)}`);

  expect(new URLSearchParams((await sent).postData() ?? '')).toEqual(new URLSearchParams(fields));
});

/** Money between wallet and game where the network, or the company, fails on the way: it moves once, and both books say so. */
import type { Page } from '@playwright/test';
import { booksOf } from './api';
import {
  askToMove,
  atHome,
  card,
  companyOf,
  fault,
  games,
  moveButton,
  moved,
  player,
  WALLET_NAME,
} from './games';
import { house } from './house';
import { cached, expect, tapBar, test } from './journey';
import { dialog, Watched } from './money';
import { hold } from '../src/i18n/hold';

/** The server waits ten seconds for a company before it says that it does not know. */
test.describe.configure({ timeout: 120_000 });

const CHECKING = 'กำลังตรวจสอบกับระบบ อย่าทำซ้ำ';

/** What the phone's network does with the call. */
const ways = {
  'on the way out': (posted: Watched) => void (posted.dropping = Infinity),
  'on the way back': (posted: Watched) => void (posted.losing = Infinity),
  'until the page is another one': (posted: Watched) => void (posted.losing = Infinity),
};

for (const [direction, { name, ...game }] of [
  ['in', games.pg],
  ['out', games.joker],
] as const)
  for (const [how, lose] of Object.entries(ways))
    test(`a transfer ${direction} that loses the network ${how} moves the money once`, async ({ page }) => {
      const isIn = direction === 'in';
      const place = { name, ...game };
      const member = await player([[place, isIn ? 0 : 300]], isIn ? 1000 : 0);
      await atHome(page, member, place);
      const posted = await Watched.on(page, 'POST', '/api/wallet/transfer');
      lose(posted);
      const ends: [string, string] = isIn ? [WALLET_NAME, name] : [name, WALLET_NAME];
      await askToMove(page, ...ends, '120.25');
      await moveButton(page, '120.25', ends[1]).click();

      if (how === 'until the page is another one') {
        await expect.poll(() => posted.lost, 'answers that were lost').toBeGreaterThan(0);
        await expect(dialog(page).getByText(CHECKING)).toBeVisible();
        await page.reload();
      }
      await posted.lostUntil(dialog(page).getByText(CHECKING));
      await moved(page, '120.25');
      await expect(dialog(page).getByText(`เงินอยู่ใน ${ends[1]} แล้ว`)).toBeVisible();
      await dialog(page).getByRole('button', { name: 'เสร็จ' }).click();
      await expect(card(page, place)).toContainText(isIn ? '120.25' : '179.75');
      expect(posted.commands).toBe(1);
      expect((await booksOf(member)).balance).toBe(isIn ? 879.75 : 120.25);
      const seen = await companyOf(member, place);
      expect(seen.balance).toBe(isIn ? 120.25 : 179.75);
      expect(seen.transfers.filter(({ amount }) => amount === 120.25)).toHaveLength(1);
    });

/** The page of a member who has asked, and the company has not said whether it did. */
async function onItsWay(page: Page, amount: string, game: string): Promise<void> {
  await expect(dialog(page).getByText(`กำลังโยก ${amount} บาท`).last()).toBeVisible({ timeout: 40_000 });
  await expect(dialog(page).getByText(`รอ ${game} ยืนยัน`, { exact: false })).toBeVisible();
}

test('a company that did it and did not answer is asked, and the money moved once', async ({ page }) => {
  const member = await player([[games.circus, 0]], 500);
  await atHome(page, member);
  await fault(games.circus, 'transfer', 'timeout_after_commit', {
    delayMs: 500,
  });

  await askToMove(page, WALLET_NAME, games.circus.name, '200');
  await moveButton(page, '200.00', games.circus.name).click();

  await moved(page, '200.00');
  expect((await booksOf(member)).balance).toBe(300);
  expect(await companyOf(member, games.circus)).toMatchObject({
    balance: 200,
    transfers: [{ direction: 'IN', amount: 200 }],
  });
});

test('a company that is down keeps the money on its way, which home and its line say', async ({ page }) => {
  const member = await player([[games.areaslot, 100]], 500);
  await atHome(page, member);
  await fault(games.areaslot, 'balance', 'http500');
  await page.getByRole('button', { name: 'เช็กยอดทุกเกม' }).click();
  await expect(card(page, games.areaslot)).toContainText('100.00');
  await expect(card(page, games.areaslot)).toContainText(/เกมยังไม่ตอบ.*ณ \d\d:\d\d/);
  await fault(games.areaslot, 'transfer', 'http500');

  await askToMove(page, WALLET_NAME, games.areaslot.name, '200');
  await moveButton(page, '200.00', games.areaslot.name).click();

  await onItsWay(page, '200.00', games.areaslot.name);
  await dialog(page).getByRole('button', { name: 'ดูในรายการ' }).click();
  await expect(page).toHaveURL(/\/user\/statement\/[0-9a-f-]{36}$/);
  const line = page.getByRole('main');
  await expect(line).toContainText('200.00');
  await expect(line).toContainText('กำลังดำเนินการ');
  await expect(line).toContainText('รอค่ายเกมยืนยัน');
  expect((await booksOf(member)).balance).toBe(300);
  expect((await companyOf(member, games.areaslot)).balance).toBe(100);
  await tapBar(page, 'กระเป๋าของฉัน');
  await expect(card(page, games.areaslot)).toContainText('กำลังโยก');
});

test('a company that refuses gives the money back, and the sheet says where it is', async ({ page }) => {
  const member = await player([[games.slotweb, 0]], 500);
  await atHome(page, member);
  await fault(games.slotweb, 'transfer', 'error');

  await askToMove(page, WALLET_NAME, games.slotweb.name, '200');
  await moveButton(page, '200.00', games.slotweb.name).click();

  await expect(dialog(page).getByText('โยกเงินไม่สำเร็จ').last()).toBeVisible({
    timeout: 40_000,
  });
  await expect(dialog(page).getByText('เงินกลับเข้ากระเป๋าแล้ว ลองใหม่ได้')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'ลองใหม่' }).click();
  await moveButton(page, '200.00', games.slotweb.name).click();
  await moved(page, '200.00');
  expect((await booksOf(member)).balance).toBe(300);
  expect((await companyOf(member, games.slotweb)).balance).toBe(200);
});

test('money goes from game to game by one line, and what the other does not take is in the wallet', async ({
  page,
}) => {
  const [from, to] = [games.joker, games.usun];
  const member = await player(
    [
      [from, 300],
      [to, 0],
    ],
    0,
  );
  await atHome(page, member);
  await askToMove(page, from.name, to.name, '100');
  await moveButton(page, '100.00', to.name).click();
  await moved(page, '100.00');
  await dialog(page).getByRole('button', { name: 'เสร็จ' }).click();
  await expect(card(page, to)).toContainText('100.00');
  await fault(to, 'transfer', 'error');

  await askToMove(page, from.name, to.name, '50');
  await moveButton(page, '50.00', to.name).click();

  await expect(dialog(page).getByText('เงินกลับเข้ากระเป๋าแล้ว').last()).toBeVisible({ timeout: 40_000 });
  expect((await booksOf(member)).balance).toBe(50);
  expect((await companyOf(member, from)).balance).toBe(150);
  expect((await companyOf(member, to)).balance).toBe(100);
});

test('without a signal the transfer sheet opens, and says why nothing moves', async ({ page, context }) => {
  const member = await player([[games.pg, 0]], 500);
  await atHome(page, member);
  await cached(page);
  await askToMove(page, WALLET_NAME, games.pg.name, '100');
  await context.setOffline(true);
  await page.evaluate(() => dispatchEvent(new Event('online')));

  const words = hold('ออฟไลน์อยู่ โยกเงินไม่ได้จนกว่าจะมีสัญญาณ');
  await expect(dialog(page).getByText(words)).toBeVisible({ timeout: 30_000 });
  await expect(moveButton(page, '100.00', games.pg.name)).toBeDisabled();
  await context.setOffline(false);
  await expect(moveButton(page, '100.00', games.pg.name)).toBeEnabled({
    timeout: 30_000,
  });
  expect((await booksOf(member)).balance).toBe(500);
});

test('where the browser holds the window back, a link opens the game, and the sheet says why', async ({
  page,
}) => {
  await page.addInitScript(() => (window.open = () => null));
  const member = await player([[games.pg, 100]], 0);
  await atHome(page, member);
  await card(page, games.pg).click();
  await dialog(page)
    .getByRole('button', { name: `เล่น ${games.pg.name}` })
    .click();
  await expect(dialog(page).getByText(hold('เบราว์เซอร์อาจกันหน้าต่างไว้'), { exact: false })).toBeVisible();

  const opening = page.context().waitForEvent('page');
  await dialog(page)
    .getByRole('link', { name: hold('แตะที่นี่เพื่อเปิดอีกครั้ง') })
    .click();

  await expect((await opening).getByText('100.00').first()).toBeVisible({
    timeout: 30_000,
  });
  expect(new URL(page.url()).pathname).toBe('/user/home');
});

test('a number that opens a game is in no address that is kept, and opens it once', async ({ page }) => {
  const member = await player([[games.pg, 100]], 0);
  await atHome(page, member);
  await card(page, games.pg).click();
  const asked = page.context().waitForEvent('request', (each) => each.url().endsWith('/play-door/take'));
  const opening = page.context().waitForEvent('page');
  await dialog(page)
    .getByRole('button', { name: `เล่น ${games.pg.name}` })
    .click();
  const window = await opening;
  const { launch } = (await asked).postDataJSON() as { launch: string };
  await expect(window.getByText('100.00').first()).toBeVisible({ timeout: 30_000 });

  expect(launch).toMatch(/^[0-9a-f]{32}$/);
  expect(await window.evaluate(() => document.referrer)).toBe('');
  expect(await window.evaluate(() => window.opener === null)).toBe(true);
  const again = await fetch(`${house.app}/play-door/take`, {
    method: 'POST',
    body: JSON.stringify({ launch }),
  });
  expect(again.status).toBe(404);
  await window.goto(`${house.app}/play/pg#${launch}`);
  await expect(window.locator('#failed')).toBeVisible();
  expect(new URL(window.url()).hash).toBe('');
});

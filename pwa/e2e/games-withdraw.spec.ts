/** A withdrawal of money in games: one tap moves it back and pays it out. */
import { fetchLedger } from './api';
import { openHome, fetchProviderRecord, games, createPlayer, type Game } from './games';
import { expect, test } from './journey';
import { confirmButton, dialog } from './money';
import { fetchPayouts } from './sandbox';
import { keepTogether } from '../src/i18n/keep-together';

const gamesWithMoney: readonly [Game, number][] = [
  [games.joker, 200],
  [games.pg, 150.5],
  [games.betflix, 100],
];

test('one tap withdraws the money of three games, each with its own statement line', async ({ page }) => {
  const member = await createPlayer(gamesWithMoney, 49.5);
  await openHome(page, member);
  await page.getByRole('button', { name: 'ถอนเงิน', exact: true }).click();
  await expect(
    dialog(page).getByText(keepTogether('ระบบจะดึงเงินจากทุกเกมกลับเข้ากระเป๋าก่อน แล้วโอนเฉพาะยอดที่ถอนเข้าบัญชี')),
  ).toBeVisible();
  await dialog(page).getByRole('button', { name: 'ทั้งหมด' }).click();
  await dialog(page).getByRole('button', { name: 'ถอน 500.00 บาท' }).click();

  await confirmButton(page).click();

  await expect(dialog(page).getByText('ถอน 500.00 บาทสำเร็จ').last()).toBeVisible({
    timeout: 40_000,
  });
  const { balance, lines } = await fetchLedger(member);
  expect(balance).toBe(0);
  for (const [game, amount] of gamesWithMoney) {
    expect((await fetchProviderRecord(member, game)).balance).toBe(0);
    expect(lines).toContainEqual(
      expect.objectContaining({
        statementType: 'transfer',
        status: 'SUCCESS',
        amount,
        from: game.code,
        to: 'WALLET',
      }),
    );
  }
  expect(lines.filter(({ statementType }) => statementType === 'withdraw')).toHaveLength(1);
  expect(await fetchPayouts(member)).toEqual([expect.objectContaining({ amount: 500, status: 'SUCCESS' })]);
});

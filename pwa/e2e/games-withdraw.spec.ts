/** A withdrawal of money that lies in games: one tap brings it back, and pays it out. */
import { booksOf } from './api';
import { atHome, companyOf, fault, games, player, type Game } from './games';
import { expect, test } from './journey';
import { askToWithdraw, confirmButton, dialog } from './money';
import { payoutsTo } from './world';
import { hold } from '../src/i18n/hold';

/** The server waits ten seconds for a company before it says that it does not know. */
test.describe.configure({ timeout: 120_000 });

const three: readonly [Game, number][] = [
  [games.joker, 200],
  [games.pg, 150.5],
  [games.betflix, 100],
];

test('one tap pays out what lies in three games, each with a line of its own', async ({ page }) => {
  const member = await player(three, 49.5);
  await atHome(page, member);
  await page.getByRole('button', { name: 'ถอนเงิน', exact: true }).click();
  await expect(dialog(page).getByText(hold('ระบบจะดึงเงินจากทุกเกมกลับมาก่อน แล้วโอนเข้าบัญชี'))).toBeVisible();
  await dialog(page).getByRole('button', { name: 'ทั้งหมด' }).click();
  await dialog(page).getByRole('button', { name: 'ถอน 500.00 บาท' }).click();

  await confirmButton(page).click();

  await expect(dialog(page).getByText('ถอน 500.00 บาทแล้ว').last()).toBeVisible({
    timeout: 40_000,
  });
  const { balance, lines } = await booksOf(member);
  expect(balance).toBe(0);
  for (const [game, amount] of three) {
    expect((await companyOf(member, game)).balance).toBe(0);
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
  expect(await payoutsTo(member)).toEqual([expect.objectContaining({ amount: 500, status: 'SUCCESS' })]);
});

test('where a game is down it says what is missing, and what came back stays in the wallet', async ({
  page,
}) => {
  const down = games.pgslot;
  const member = await player(
    [
      [games.joker, 200],
      [down, 100],
    ],
    50,
  );
  await atHome(page, member);
  await fault(down, 'balance', 'http500');
  await askToWithdraw(page, '350');

  await confirmButton(page).click();

  await expect(dialog(page).getByText('ถอนไม่สำเร็จ').last()).toBeVisible({
    timeout: 40_000,
  });
  await expect(dialog(page).getByText('เงินในกระเป๋าไม่พอ')).toBeVisible();
  await expect(dialog(page).getByText(/บางเกมยังไม่ตอบ.*250\.00/)).toBeVisible();
  expect((await booksOf(member)).balance).toBe(250);
  expect((await companyOf(member, games.joker)).balance).toBe(0);
  expect((await companyOf(member, down)).balance).toBe(100);
  expect(await payoutsTo(member)).toEqual([]);
});

test('a withdrawal that is still bringing money back can be taken back', async ({ page }) => {
  const slow = games.slotracha;
  const member = await player(
    [
      [games.joker, 200],
      [slow, 100],
    ],
    0,
  );
  await atHome(page, member);
  // Not done and not answered: it is asked about for a minute before anybody believes that.
  await fault(slow, 'transfer', 'http500');
  await askToWithdraw(page, '300');
  await confirmButton(page).click();
  await expect(dialog(page).getByText(/กำลังดึงเงินจากเกมกลับมา/)).toBeVisible({
    timeout: 40_000,
  });
  await dialog(page).getByRole('button', { name: 'ดูในรายการ' }).click();

  const line = page.getByRole('main');
  await line.getByRole('button', { name: 'ยกเลิกการถอน' }).click();
  await dialog(page).getByRole('button', { name: 'ยกเลิกการถอน 300.00 บาท' }).click();

  await expect(dialog(page).getByText('ยกเลิกแล้ว').last()).toBeVisible();
  await dialog(page).getByRole('button', { name: 'เสร็จ' }).click();
  await expect(line).toContainText('คุณยกเลิกการถอนนี้แล้ว');
  expect((await booksOf(member)).balance).toBe(200);
  expect((await companyOf(member, slow)).balance).toBe(100);
  expect(await payoutsTo(member)).toEqual([]);
});

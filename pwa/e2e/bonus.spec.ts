/** Bonuses and promotions as a member meets them: a card, its sheet, the money that follows, and its end. */
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { api, booksOf, fund, newMember, tokenOf, type Member } from './api';
import { games, type Game } from './games';
import { house } from './house';
import { cached, closeSheet, expect, logIn, tapBar, test } from './journey';
import { dialog, Watched } from './money';
import { payoutsTo } from './world';

const WELCOME = 'โบนัสต้อนรับ 20%';

/** A member on the page of bonuses, with this much deposited. */
async function atBonuses(page: Page, deposited: number): Promise<Member> {
  const member = await newMember();
  if (deposited > 0) await fund(member, deposited);
  await logIn(page, member);
  await page.getByRole('link', { name: 'โบนัส', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'โบนัส', exact: true })).toBeVisible();
  return member;
}

const card = (page: Page, name: string) => page.getByRole('listitem').filter({ hasText: name });

async function take(page: Page): Promise<void> {
  await card(page, WELCOME).getByRole('button').click();
  await dialog(page).getByRole('button', { name: 'รับโบนัส 200.00 บาท' }).click();
  await expect(page.getByText('โบนัสที่ใช้อยู่')).toBeVisible();
}

/** Plays in a game of the sandbox until all of a turnover is played; nothing is won or lost. */
async function playOff(member: Member, { code }: Game, stake: number, times: number): Promise<void> {
  const token = await tokenOf(member);
  await api('POST', `/api/wallet/activate/${code}`, {}, token);
  await api('POST', '/api/wallet/transfer', { from: 'WALLET', to: code, amount: stake }, token);
  const { username } = await api<{ username: string }>(
    'GET',
    `/api/wallet/account/${code}`,
    undefined,
    token,
  );
  for (let n = 0; n < times; n++) {
    const at = new Date(Date.now() + 1000).toISOString();
    const body = JSON.stringify({ username, bet: stake, payout: stake, at });
    const answer = await fetch(`${house.world}/games/${code}/play`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
    });
    expect(answer.ok).toBe(true);
  }
}

// spec 2.7c, 2.39f, 2.82, 2.83, 2.85, 2.65b, 2.65c, 9.22
test('a bonus is taken from its card, played, told to have ended, and all of it withdrawn', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const member = await atBonuses(page, 1000);
  await take(page);
  await expect(page.getByText('เล่นอีก 14,400.00 บาท แล้วถอนได้ทั้งหมด')).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'ยกเลิกโบนัส' })).toBeVisible();
  await expect(card(page, WELCOME)).toContainText('ใช้อยู่');
  await tapBar(page, 'กระเป๋าของฉัน');
  await page.getByRole('button', { name: 'ถอนเงิน', exact: true }).click();
  await dialog(page).locator('input').fill('100');
  await expect(dialog(page).getByRole('button', { name: /^ถอน / })).toBeDisabled();
  await dialog(page).getByRole('button', { name: 'ดูโบนัส' }).click();
  await expect(page).toHaveURL(/\/user\/bonus/);

  await playOff(member, games.pgslot, 1200, 12);

  await expect(page.getByRole('textbox', { name: 'รหัสโปรโมชัน' })).toBeVisible({ timeout: 120_000 });
  await expect(card(page, WELCOME)).toContainText('รับแล้ว');
  await tapBar(page, 'กระเป๋าของฉัน');
  await expect(page.getByRole('listitem').filter({ hasText: 'จบโบนัส' })).toBeVisible();
  await page.getByRole('button', { name: 'ถอนเงิน', exact: true }).click();
  await expect(dialog(page).getByText('รับโบนัสไว้ ให้ถอนเต็มจำนวน')).toBeVisible();
  await dialog(page).locator('input').fill('1200');
  await dialog(page).getByRole('button', { name: /^ถอน / }).click();
  await dialog(page)
    .getByRole('button', { name: /^ยืนยันถอน / })
    .click();
  await expect(dialog(page).getByText('ถอน 1,200.00 บาทแล้ว').last()).toBeVisible({ timeout: 60_000 });
  expect(await payoutsTo(member)).toEqual([expect.objectContaining({ amount: 1200 })]);
});

// spec 2.84, 8.29a
test('the cards say what they want, and a refusal is a dialog with the reason', async ({ page }) => {
  await atBonuses(page, 600);
  await expect(card(page, WELCOME)).toContainText('ฝาก 1,000 บาทขึ้นไปเพื่อรับ');
  await card(page, WELCOME).getByRole('button').click();
  await expect(dialog(page).getByRole('button', { name: 'รับโบนัส' })).toBeDisabled();
  await page.goBack();
  await expect(dialog(page)).toHaveCount(0);

  const posted = await Watched.on(page, 'POST', '/api/bonus/activate/DAILY');
  posted.refuse(1, 409, 'BONUS_FULL');
  await card(page, 'โบนัสฝากรายวัน').getByRole('button').click();
  await dialog(page).getByRole('button', { name: 'รับโบนัส 30.00 บาท' }).click();
  const alert = page.getByRole('alertdialog', { name: 'โบนัสนี้มีผู้รับครบแล้ว' });
  await expect(alert).toBeVisible();
  await page.goBack();
  await expect(alert).toHaveCount(0);
  await expect(dialog(page)).toBeVisible();
});

// spec 1.10, 2.82, 2.86, 5.39, 8.31, 8.35
test('a promotion is found by its code, in capitals whatever is typed, taken, and given up', async ({
  page,
}) => {
  const member = await atBonuses(page, 0);
  const box = page.getByRole('textbox', { name: 'รหัสโปรโมชัน' });
  await page.getByRole('button', { name: 'ค้นหา' }).click();
  await expect(page.getByText('กรอกรหัสก่อน')).toBeVisible();
  await box.fill('nothing');
  await expect(box).toHaveValue('NOTHING');
  await page.getByRole('button', { name: 'ค้นหา' }).click();
  await expect(dialog(page).getByText('ไม่พบโปรโมชันนี้')).toBeVisible();
  await closeSheet(page);

  await box.fill('krapao50');
  await page.getByRole('button', { name: 'ค้นหา' }).click();
  await expect(dialog(page).getByText('ไม่เกิน 5% ของยอดหลังรับ')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'รับโบนัส 50.00 บาท' }).click();
  await expect(page.getByText('โปรโมชันที่ใช้อยู่')).toBeVisible();
  expect((await booksOf(member)).balance).toBe(50);

  await page.getByRole('button', { name: 'ยกเลิกโบนัส' }).click();
  const posted = await Watched.on(page, 'POST', '/api/bonus/clear');
  posted.refuse(1, 409, 'BONUS_CONDITION');
  await dialog(page).getByRole('button', { name: 'ยืนยันยกเลิกโบนัส' }).click();
  const alert = page.getByRole('alertdialog');
  await expect(alert.getByText('โยกเงินกลับจากทุกเกม')).toBeVisible();
  await alert.getByRole('button').click();
  await dialog(page).getByRole('button', { name: 'ยืนยันยกเลิกโบนัส' }).click();
  await expect(box).toBeVisible();
  expect((await booksOf(member)).balance).toBe(0);
});

test('a bonus whose answer was lost is asked for until it is known, and given once', async ({ page }) => {
  const member = await atBonuses(page, 1000);
  const posted = await Watched.on(page, 'POST', '/api/bonus/activate/WELCOME');
  posted.losing = Infinity;
  await card(page, WELCOME).getByRole('button').click();
  await dialog(page).getByRole('button', { name: 'รับโบนัส 200.00 บาท' }).click();

  await posted.lostUntil(dialog(page).getByText('กำลังตรวจสอบกับระบบ อย่าทำซ้ำ'));
  await expect(page.getByText('โบนัสที่ใช้อยู่')).toBeVisible({ timeout: 40_000 });

  expect(posted.commands).toBe(1);
  const { balance, lines } = await booksOf(member);
  expect(balance).toBe(1200);
  expect(lines.filter(({ statementType }) => statementType === 'bonus')).toHaveLength(1);
});

// spec 7.5
test('everything is read without a signal, and nothing can be taken', async ({ page, context }) => {
  await atBonuses(page, 1000);
  await card(page, WELCOME).getByRole('button').click();
  await expect(dialog(page).getByText('ไม่เกิน 5% ของยอดตอนรับโบนัส')).toBeVisible();
  await closeSheet(page);
  await cached(page);

  await context.setOffline(true);
  await page.goto('/user/bonus');
  await expect(card(page, WELCOME)).toContainText('รับได้ 200.00 บาท');
  await card(page, WELCOME).getByRole('button').click();
  await expect(dialog(page).getByText('ฝาก 1,000 บาทขึ้นไป รับเพิ่ม 20%').first()).toBeVisible();
  await expect(dialog(page).getByText('ไม่เกิน 5% ของยอดตอนรับโบนัส')).toBeVisible();
  await expect(dialog(page).getByRole('button', { name: 'รับโบนัส 200.00 บาท' })).toBeDisabled({
    timeout: 20_000,
  });
  await expect(dialog(page).getByText(/ออฟ.?ไลน์อยู่ รับโบนัสไม่ได้จนกว่าจะมีสัญญาณ/)).toBeVisible();
});

test('its page and sheets are open to everyone', async ({ page }) => {
  await atBonuses(page, 1000);
  const look = async () => expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  await look();
  await card(page, WELCOME).getByRole('button').click();
  await expect(dialog(page).getByText('เงื่อนไข')).toBeVisible();
  await look();
  await dialog(page).getByRole('button', { name: 'รับโบนัส 200.00 บาท' }).click();
  await expect(page.getByText('โบนัสที่ใช้อยู่')).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  await look();
  await page.getByRole('button', { name: 'ยกเลิกโบนัส' }).click();
  await expect(dialog(page).getByText('ยืนยันยกเลิกโบนัส')).toBeVisible();
  await look();
});

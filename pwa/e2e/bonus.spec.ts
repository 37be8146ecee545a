/** Bonuses and promotions as members see them: a card, its sheet, the money, and the end of the bonus. */
import { keepTogether } from '../src/i18n/keep-together';
import { callAsMember, fetchLedger, fundWallet, createHolderName, createMember } from './api';
import { games, reportPlays } from './games';
import { expect, openWithStoredToken, tapBar, test } from './journey';
import { CHECKING, dialog, InterceptedCall } from './money';
import { fetchPayouts } from './sandbox';

const WELCOME = 'โบนัสต้อนรับ 20%';

// Takes some 20 seconds: the server reads the plays at intervals.
// spec 2.7c, 2.39f, 2.82, 2.83, 2.85, 2.65b, 2.65c, 9.22
test('a bonus is received from its card, played, shown as ended, and withdrawn completely', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const member = await createMember({ bankAccountName: createHolderName() });
  await fundWallet(member, 1000);
  await openWithStoredToken(page, member);
  await page.getByRole('link', { name: 'โบนัส', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'โบนัส', exact: true })).toBeVisible();
  const card = page.getByRole('listitem').filter({ hasText: WELCOME });
  await card.getByRole('button').click();
  await dialog(page).getByRole('button', { name: 'รับโบนัส 200.00 บาท' }).click();
  await expect(dialog(page)).toContainText(keepTogether('ยอดเทิร์นที่ต้องทำก่อนถอน'));
  await dialog(page).getByRole('button', { name: 'ยืนยันรับโบนัส 200.00 บาท' }).click();
  await expect(page.getByText('โบนัสที่ใช้อยู่')).toBeVisible();
  await expect(
    page.getByText(
      keepTogether('ทำยอดเทิร์นของโบนัสนี้อีก 14,400.00 บาท แล้วถอนได้ ถ้าไม่มียอดเทิร์นของเงินฝากหรือคูปองค้างอยู่'),
    ),
  ).toBeVisible();
  await expect(page.getByRole('textbox')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'ยกเลิกโบนัส' })).toBeVisible();
  await expect(card).toContainText('ใช้อยู่');
  await tapBar(page, 'กระเป๋าของฉัน');
  await page.getByRole('button', { name: 'ถอนเงิน', exact: true }).click();
  await dialog(page).locator('input').fill('100');
  await expect(dialog(page).getByRole('button', { name: /^ถอน / })).toBeDisabled();
  await dialog(page).getByRole('button', { name: 'ดูโบนัส' }).click();
  await expect(page).toHaveURL(/\/user\/bonus/);

  await callAsMember(member, 'POST', '/api/wallet/activate/pgslot', {});
  await callAsMember(member, 'POST', '/api/wallet/transfer', { from: 'WALLET', to: 'pgslot', amount: 1200 });
  await reportPlays(member, games.pgslot, 1200, { times: 12 });

  await expect(page.getByRole('textbox', { name: 'รหัสโปรโมชัน' })).toBeVisible({ timeout: 120_000 });
  await expect(card).toContainText('รับแล้ว');
  await tapBar(page, 'กระเป๋าของฉัน');
  await expect(page.getByRole('listitem').filter({ hasText: 'โบนัสสิ้นสุด' })).toBeVisible();
  await page.getByRole('button', { name: 'ถอนเงิน', exact: true }).click();
  await expect(dialog(page).getByText('โบนัสสิ้นสุดแล้ว แนะนำให้ถอนทั้งหมด')).toBeVisible();
  await dialog(page).locator('input').fill('1200');
  await dialog(page).getByRole('button', { name: /^ถอน / }).click();
  await dialog(page)
    .getByRole('button', { name: /^ยืนยันถอน / })
    .click();
  await expect(dialog(page).getByText('ถอน 1,200.00 บาทสำเร็จ').last()).toBeVisible({ timeout: 60_000 });
  expect(await fetchPayouts(member)).toEqual([expect.objectContaining({ amount: 1200 })]);
});

test('a promotion whose response is lost is received once, and can be cancelled', async ({ page }) => {
  const member = await createMember({ bankAccountName: createHolderName() });
  await openWithStoredToken(page, member, '/user/bonus');
  const intercepted = await InterceptedCall.on(page, 'POST', '/api/promotion/activate/KRAPAO50');
  intercepted.responsesToLose = Infinity;
  await page.getByRole('textbox', { name: 'รหัสโปรโมชัน' }).fill('krapao50');
  await page.getByRole('button', { name: 'ค้นหา' }).click();
  await expect(dialog(page).getByText('ไม่เกิน 5% ของยอดในกระเป๋าหลังรับ')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'รับโบนัส 50.00 บาท' }).click();
  await dialog(page).getByRole('button', { name: 'ยืนยันรับโบนัส 50.00 บาท' }).click();

  await intercepted.loseUntil(dialog(page).getByText(CHECKING));
  await expect(page.getByText('โปรโมชันที่ใช้อยู่')).toBeVisible();
  expect(intercepted.commandCount).toBe(1);
  const { balance, lines } = await fetchLedger(member);
  expect(balance).toBe(50);
  expect(lines.filter(({ statementType }) => statementType === 'bonus')).toHaveLength(1);

  await page.getByRole('button', { name: 'ยกเลิกโบนัส' }).click();
  await dialog(page).getByRole('button', { name: 'ยืนยันยกเลิกโบนัส' }).click();
  await expect(page.getByRole('textbox', { name: 'รหัสโปรโมชัน' })).toBeVisible();
  expect((await fetchLedger(member)).balance).toBe(0);
});

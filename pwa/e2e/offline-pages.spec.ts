import { fundWallet } from './api';
import { waitUntilCached, expect, openWithStoredToken, test, WITH_WORKER } from './journey';
import { spinButton, createMemberWithCoins } from './spin';

test.use(WITH_WORKER);

test('a line, the bonuses and the wheel open without a network if they were opened before', async ({
  page,
  context,
}) => {
  const member = await createMemberWithCoins(3);
  await fundWallet(member, 1000);
  await openWithStoredToken(page, member, '/user/statement');
  await waitUntilCached(page);
  await page.getByRole('listitem').filter({ hasText: '+1,000.00' }).getByRole('link').click();
  await expect(page.getByText('เงินเข้ากระเป๋าแล้ว')).toBeVisible();
  const line = page.url();
  const bonus = page.getByRole('listitem').filter({ hasText: 'โบนัสต้อนรับ 20%' });
  await page.goto('/user/bonus');
  await expect(bonus).toContainText('รับได้ 200.00 บาท');
  await page.goto('/user/spin');
  await expect(spinButton(page)).toContainText('3 เหรียญ');

  await context.setOffline(true);

  await page.goto(line);
  await expect(page.getByText('เงินเข้ากระเป๋าแล้ว')).toBeVisible();
  await expect(page.getByText(/^ณ \d\d:\d\d\sน\.$/).first()).toBeVisible();
  await page.goto('/user/bonus');
  await expect(bonus).toContainText('รับได้ 200.00 บาท');
  await page.goto('/user/spin');
  await expect(spinButton(page)).toContainText('3 เหรียญ');
  await expect(page.getByText('หมุนได้เมื่อกลับมาออนไลน์')).toBeVisible();
  await expect(spinButton(page)).toBeDisabled();
});

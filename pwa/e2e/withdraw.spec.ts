import { fetchLedger, fundWallet, createMember } from './api';
import { expect, openWithStoredToken, test } from './journey';
import { openWithdrawConfirmation, CHECKING, confirmButton, dialog, InterceptedCall } from './money';
import { fetchPayouts } from './sandbox';

// spec 1.9, 2.50b, 4.18b, 7.27, 7.28, D3.14
test('money is sent to the member’s own account after a confirmation, and paid once', async ({ page }) => {
  const member = await createMember();
  await fundWallet(member, 1000);
  await openWithStoredToken(page, member);
  await openWithdrawConfirmation(page, '400');
  await expect(dialog(page).getByText('600.00')).toBeVisible();
  await expect(dialog(page).getByText(`ลงท้าย ${member.bankAccountNo.slice(-4)}`)).toBeVisible();
  const withdrawal = page.waitForRequest('**/api/wallet/withdrawAll');
  await confirmButton(page).click();
  expect((await withdrawal).postDataJSON()).toEqual({ amount: 400 });

  await expect(dialog(page).getByText('ถอน 400.00 บาทสำเร็จ').last()).toBeVisible({ timeout: 30_000 });
  await dialog(page).getByRole('button', { name: 'ปิด' }).filter({ hasText: 'ปิด' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'ถอนเงิน' })).toContainText('\u2212400.00');
  await expect(page.getByText('600.00').first()).toBeVisible();
  expect(await fetchPayouts(member)).toEqual([expect.objectContaining({ amount: 400, status: 'SUCCESS' })]);
  expect((await fetchLedger(member)).balance).toBe(600);
});

test('a withdrawal whose response was lost is known after a reload, with its own key', async ({ page }) => {
  const member = await createMember();
  await fundWallet(member, 1000);
  await openWithStoredToken(page, member);
  const intercepted = await InterceptedCall.on(page, 'POST', '/api/wallet/withdrawAll');
  intercepted.responsesToLose = Infinity;
  await openWithdrawConfirmation(page, '300');
  await confirmButton(page).click();
  await expect(dialog(page).getByText(CHECKING)).toBeVisible();
  await expect.poll(() => intercepted.lostCount, 'lost responses').toBeGreaterThan(1);

  await page.reload();
  await expect(dialog(page).getByText(CHECKING)).toBeVisible();
  intercepted.responsesToLose = 0;

  await expect(dialog(page).getByText('ถอน 300.00 บาทสำเร็จ').last()).toBeVisible({ timeout: 40_000 });
  expect(intercepted.commandCount).toBe(1);
  expect(await fetchPayouts(member)).toHaveLength(1);
  expect((await fetchLedger(member)).balance).toBe(700);
});

test('a response that arrives while the sheet closes is shown when the sheet opens again', async ({
  page,
}) => {
  const member = await createMember();
  await fundWallet(member, 1000);
  await openWithStoredToken(page, member);
  let respond = (): void => {};
  const released = new Promise<void>((resolve) => (respond = resolve));
  await page.route('**/api/wallet/withdrawAll', async (route) => {
    const response = await route.fetch();
    await released;
    await route.fulfill({ response });
  });
  await openWithdrawConfirmation(page, '400');
  await confirmButton(page).click();
  await expect.poll(async () => (await fetchPayouts(member)).length).toBe(1);
  // Simulates a slow phone: the sheet closes only when the test lets it.
  await dialog(page).evaluate((sheet) => sheet.style.setProperty('transition-duration', '600s', 'important'));

  await page.keyboard.press('Escape');
  respond();
  await expect(dialog(page).getByText('ถอน 400.00 บาทสำเร็จ').last()).toBeVisible();
  await dialog(page).evaluate((sheet) => sheet.getAnimations().forEach((each) => each.finish()));
  await expect(dialog(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'ถอนเงิน', exact: true }).click();

  await expect(dialog(page).getByText('ถอน 400.00 บาทสำเร็จ').last()).toBeVisible();
  expect(await fetchPayouts(member)).toHaveLength(1);
});

// spec D3.48
test('after a long inactivity the password is requested in the sheet, and the same command continues', async ({
  page,
}) => {
  const member = await createMember();
  await fundWallet(member, 500);
  await openWithStoredToken(page, member);
  const intercepted = await InterceptedCall.on(page, 'POST', '/api/wallet/withdrawAll');
  intercepted.refuse(1, 401, 'EXPIRED_AUTH_TOKEN');
  await openWithdrawConfirmation(page, '200');
  await confirmButton(page).click();

  const password = dialog(page).getByLabel('รหัสผ่าน', { exact: true });
  await password.fill('not this one');
  await dialog(page).getByRole('button', { name: 'ยืนยันและทำต่อ' }).click();
  await expect(dialog(page).getByText('รหัสผ่านไม่ถูกต้อง')).toBeVisible();
  await password.fill(member.password);
  await dialog(page).getByRole('button', { name: 'ยืนยันและทำต่อ' }).click();

  await expect(dialog(page).getByText('ถอน 200.00 บาทสำเร็จ').last()).toBeVisible({ timeout: 30_000 });
  await expect(page).toHaveURL(/user\/home/);
  expect(intercepted.keys).toHaveLength(2);
  expect(intercepted.commandCount).toBe(1);
  expect(await fetchPayouts(member)).toHaveLength(1);
});

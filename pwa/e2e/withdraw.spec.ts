import { AxeBuilder } from '@axe-core/playwright';
import { booksOf, fund, newMember } from './api';
import { cached, expect, logIn, tapBar, test } from './journey';
import { askToWithdraw, confirmButton, dialog, Watched } from './money';
import { payoutsTo } from './world';
import { hold } from '../src/i18n/hold';

// spec 1.9, 2.50b, 4.18b, 7.27, 7.28, D3.14
test('money goes to the own account, after a second look, and is paid once', async ({ page }) => {
  const member = await newMember();
  await logIn(page, member);
  await fund(member, 1000);
  await page.reload();
  await askToWithdraw(page, '400');
  await expect(dialog(page).getByText('600.00')).toBeVisible();
  await expect(dialog(page).getByText(`ลงท้าย ${member.bankAccountNo.slice(-4)}`)).toBeVisible();
  const asked = page.waitForRequest('**/api/wallet/withdrawAll');
  await confirmButton(page).click();
  expect((await asked).postDataJSON()).toEqual({ amount: 400 });

  await expect(dialog(page).getByText('ถอน 400.00 บาทแล้ว').last()).toBeVisible({ timeout: 30_000 });
  await dialog(page).getByRole('button', { name: 'เสร็จ' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'ถอนเงิน' })).toContainText('\u2212400.00');
  await expect(page.getByText('600.00').first()).toBeVisible();
  expect(await payoutsTo(member)).toEqual([expect.objectContaining({ amount: 400, status: 'SUCCESS' })]);
  expect((await booksOf(member)).balance).toBe(600);
});

test('a withdrawal whose answer was lost is asked for until it is known, and paid once', async ({ page }) => {
  const member = await newMember();
  await logIn(page, member);
  await fund(member, 1000);
  await page.reload();
  const posted = await Watched.on(page, 'POST', '/api/wallet/withdrawAll');
  posted.losing = Infinity;
  await askToWithdraw(page, '250.50');
  await confirmButton(page).click();

  await posted.lostUntil(dialog(page).getByText('กำลังตรวจสอบกับระบบ อย่าทำซ้ำ'));
  await expect(dialog(page).getByText('ถอน 250.50 บาทแล้ว').last()).toBeVisible({ timeout: 30_000 });

  expect(posted.commands).toBe(1);
  expect(await payoutsTo(member)).toEqual([expect.objectContaining({ amount: 250.5 })]);
  expect((await booksOf(member)).balance).toBe(749.5);
});

test('a withdrawal whose answer was lost is known after a reload, by its own key', async ({ page }) => {
  const member = await newMember();
  await logIn(page, member);
  await fund(member, 1000);
  await page.reload();
  const posted = await Watched.on(page, 'POST', '/api/wallet/withdrawAll');
  posted.losing = 1000;
  await askToWithdraw(page, '300');
  await confirmButton(page).click();
  await expect(dialog(page).getByText('กำลังตรวจสอบกับระบบ อย่าทำซ้ำ')).toBeVisible();

  await page.reload();
  await expect(dialog(page).getByText('กำลังตรวจสอบกับระบบ อย่าทำซ้ำ')).toBeVisible();
  posted.losing = 0;

  await expect(dialog(page).getByText('ถอน 300.00 บาทแล้ว').last()).toBeVisible({ timeout: 40_000 });
  expect(posted.commands).toBe(1);
  expect(await payoutsTo(member)).toHaveLength(1);
  expect((await booksOf(member)).balance).toBe(700);
});

test('an answer that comes while the sheet closes is there when it opens again', async ({ page }) => {
  const member = await newMember();
  await logIn(page, member);
  await fund(member, 1000);
  await page.reload();
  let answer = (): void => {};
  await page.route('**/api/wallet/withdrawAll', async (route) => {
    const response = await route.fetch();
    await new Promise<void>((resolve) => (answer = resolve));
    await route.fulfill({ response });
  });
  await askToWithdraw(page, '400');
  await confirmButton(page).click();
  await expect.poll(async () => (await payoutsTo(member)).length).toBe(1);
  // On a slow phone the sheet takes its time to go: here until it is told to.
  await dialog(page).evaluate((sheet) => sheet.style.setProperty('transition-duration', '600s', 'important'));

  await page.keyboard.press('Escape');
  answer();
  await expect(dialog(page).getByText('ถอน 400.00 บาทแล้ว').last()).toBeVisible();
  await dialog(page).evaluate((sheet) => sheet.getAnimations().forEach((each) => each.finish()));
  await expect(dialog(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'ถอนเงิน', exact: true }).click();

  await expect(dialog(page).getByText('ถอน 400.00 บาทแล้ว').last()).toBeVisible();
  expect(await payoutsTo(member)).toHaveLength(1);
});

test('a large withdrawal waits for a cashier, leads to its line, and can be taken back there', async ({
  page,
}) => {
  const member = await newMember();
  await logIn(page, member);
  await fund(member, 60_000);
  await page.reload();
  await askToWithdraw(page, '55000');
  await confirmButton(page).click();
  await expect(dialog(page).getByText('กำลังถอน 55,000.00 บาท').last()).toBeVisible({ timeout: 30_000 });
  expect((await booksOf(member)).balance).toBe(5000);
  await dialog(page).getByRole('button', { name: 'ดูในรายการ' }).click();

  const line = page.getByRole('main');
  await expect(line).toContainText('กำลังดำเนินการ');
  await expect(line).toContainText(hold('รอเจ้าหน้าที่ตรวจสอบ'));
  await line.getByRole('button', { name: 'ยกเลิกการถอน' }).click();
  await dialog(page).getByRole('button', { name: 'ยกเลิกการถอน 55,000.00 บาท' }).click();
  await expect(dialog(page).getByText('55,000.00 บาท กลับเข้ากระเป๋าแล้ว')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'เสร็จ' }).click();

  await expect(line).toContainText('ไม่สำเร็จ');
  await expect(line).toContainText('คุณยกเลิกการถอนนี้แล้ว');
  await expect(line.getByRole('button', { name: 'ยกเลิกการถอน' })).toHaveCount(0);
  expect(await payoutsTo(member)).toEqual([]);
  expect((await booksOf(member)).balance).toBe(60_000);
});

// spec D3.48
test('after a long rest the password is asked for in its place, and the same command goes on', async ({
  page,
}) => {
  const member = await newMember();
  await logIn(page, member);
  await fund(member, 500);
  await page.reload();
  const posted = await Watched.on(page, 'POST', '/api/wallet/withdrawAll');
  posted.refuse(1, 401, 'EXPIRED_AUTH_TOKEN');
  await askToWithdraw(page, '200');
  await confirmButton(page).click();

  const password = dialog(page).getByLabel('รหัสผ่าน', { exact: true });
  await password.fill('not this one');
  await dialog(page).getByRole('button', { name: 'ยืนยันและทำต่อ' }).click();
  await expect(dialog(page).getByText('รหัสผ่านไม่ถูกต้อง')).toBeVisible();
  await password.fill(member.password);
  await dialog(page).getByRole('button', { name: 'ยืนยันและทำต่อ' }).click();

  await expect(dialog(page).getByText('ถอน 200.00 บาทแล้ว').last()).toBeVisible({ timeout: 30_000 });
  await expect(page).toHaveURL(/user\/home/);
  expect(posted.keys).toHaveLength(2);
  expect(posted.commands).toBe(1);
  expect(await payoutsTo(member)).toHaveLength(1);
});

// spec 5.32a, 8.26b
test('what cannot be withdrawn is said before it is sent, and after', async ({ page }) => {
  const member = await newMember();
  await logIn(page, member);
  await fund(member, 500);
  await page.reload();
  await page.getByRole('button', { name: 'ถอนเงิน', exact: true }).click();
  const amount = dialog(page).locator('input');
  await amount.fill('99');
  await amount.blur();
  await expect(dialog(page).getByText('ขั้นต่ำ 100 บาท', { exact: true })).toBeVisible();
  await amount.fill('501');
  await expect(dialog(page).getByText('เงินในกระเป๋าไม่พอ')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'ทั้งหมด' }).click();
  await expect(amount).toHaveValue('500');
  const posted = await Watched.on(page, 'POST', '/api/wallet/withdrawAll');
  posted.refuse(1, 409, 'BONUS_REMAINING');
  await dialog(page).getByRole('button', { name: 'ถอน 500.00 บาท' }).click();
  await confirmButton(page).click();

  const alert = page.getByRole('alertdialog', { name: 'ยังมีโบนัสที่เงื่อนไขไม่ครบ' });
  await expect(alert).toBeVisible();
  await alert.getByRole('button', { name: 'ตกลง' }).click();
  expect((await booksOf(member)).balance).toBe(500);
});

test('without a signal nothing is withdrawn, now or later', async ({ page, context }) => {
  const member = await newMember();
  await logIn(page, member);
  await fund(member, 500);
  await page.reload();
  await cached(page);
  await askToWithdraw(page, '200');
  await context.setOffline(true);
  await page.evaluate(() => dispatchEvent(new Event('online')));

  await expect(dialog(page).getByText(hold('ออฟไลน์อยู่ ถอนเงินไม่ได้จนกว่าจะมีสัญญาณ'))).toBeVisible({
    timeout: 30_000,
  });
  await expect(confirmButton(page)).toBeDisabled();
  await context.setOffline(false);
  await expect(confirmButton(page)).toBeEnabled({ timeout: 30_000 });
  expect(await payoutsTo(member)).toEqual([]);
});

for (const theme of ['light', 'dark'] as const) {
  test(`withdrawing can be used by whoever cannot see it well: ${theme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const member = await newMember();
    await logIn(page, member);
    await fund(member, 60_000);
    await page.reload();
    const faults = async () =>
      (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`);
    await page.getByRole('button', { name: 'ถอนเงิน', exact: true }).click();
    await dialog(page).locator('input').fill('55000');
    expect(await faults()).toEqual([]);
    await dialog(page).getByRole('button', { name: /^ถอน / }).click();
    await expect(confirmButton(page)).toBeVisible();
    expect(await faults()).toEqual([]);
    await confirmButton(page).click();
    await dialog(page).getByRole('button', { name: 'ดูในรายการ' }).click();
    await expect(page.getByRole('button', { name: 'ยกเลิกการถอน' })).toBeVisible();
    expect(await faults()).toEqual([]);
    await tapBar(page, 'โปรไฟล์');
    await expect(page.getByText('ฝากสุทธิตั้งแต่เริ่มใช้')).toBeVisible();
    expect(await faults()).toEqual([]);
  });
}

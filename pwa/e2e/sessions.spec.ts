import { booksOf, newMember, tokenOf, api } from './api';
import { cached, expect, finish, handInSlip, logIn, tapBar, test } from './journey';
import { transfer } from './world';

// spec 2.3, 2.5, 2.6, 2.11, 3.38d, 6.2
test('the signed-in area needs a token, the public one ends a session', async ({ page, context }) => {
  const member = await newMember();
  for (const path of ['/', '/user', '/user/home', '/user/statement', '/user/profile']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/login/);
  }
  await logIn(page, member);
  await cached(page);
  await page.goto('/');
  await expect(page).toHaveURL(/user\/home/);
  const token = await page.evaluate(() => localStorage.getItem('token'));
  await expect.poll(() => page.evaluate(() => localStorage.getItem('last_sync'))).not.toBeNull();
  await context.setOffline(true);
  await handInSlip(page, (await transfer(member, 45)).picture);
  await expect(page.getByText(/ยังไม่ได้ส่ง/)).toBeVisible();

  await page.goto('/howto');
  await expect(page.getByRole('heading', { name: 'วิธีใช้' })).toBeVisible();
  const keys = await page.evaluate(() => ['token', 'last_sync'].map((key) => localStorage.getItem(key)));
  expect(keys).toEqual([null, null]);

  // The invite link cost nobody a slip: it leaves after the next login.
  await context.setOffline(false);
  await page.goto('/login');
  await page.getByLabel('เบอร์โทรศัพท์').fill(member.phone);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'เข้าสู่ระบบ' }).click();
  await expect(page.getByText('+45.00')).toBeVisible({ timeout: 30_000 });
  expect(token).not.toBeNull();
});

test('one tap logs in where the bar comes back as the keyboard goes', async ({ page }) => {
  const member = await newMember();
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto('/login');
  await page.getByLabel('เบอร์โทรศัพท์').fill(member.phone);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(member.password);
  await expect(page.getByRole('navigation')).toBeHidden();
  // Half of the button lies where the bar will be.
  const button = (await page.getByRole('button', { name: 'เข้าสู่ระบบ' }).boundingBox())!;
  expect(button.y + button.height / 2).toBeGreaterThan(640 - 64);
  await page.mouse.click(180, button.y + button.height / 2);
  await page.waitForURL('**/user/home**');
});

// spec 4.8
test('logging out with unsent slips offers to send, to discard, or to stay', async ({ page, context }) => {
  const member = await newMember();
  await logIn(page, member);
  await cached(page);
  await context.setOffline(true);
  await handInSlip(page, (await transfer(member, 80)).picture);
  await expect(page.getByText(/ยังไม่ได้ส่ง/)).toBeVisible();
  await finish(page);

  const logout = page.getByRole('button', { name: 'ออกจากระบบ' });
  const dialog = page.getByRole('dialog', { name: 'ออกจากระบบ' });
  await logout.click();
  await expect(dialog.getByText(/ยังมี 1 รายการที่ไม่ได้ส่ง/)).toBeVisible();
  await dialog.getByRole('button', { name: 'ยกเลิก' }).click();
  await expect(dialog).toHaveCount(0);

  await logout.click();
  await dialog.getByRole('button', { name: 'ส่งก่อนแล้วออก' }).click();
  await expect(dialog.getByRole('alert').getByText(/ยังส่งไม่ได้ เหลือ 1 รายการ/)).toBeVisible();
  await dialog.getByRole('button', { name: 'ลบ 1 รายการแล้วออก' }).click();
  await expect(page).toHaveURL(/\/login/);
  const left = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  expect(left.filter((name) => name?.startsWith('w_'))).toEqual([]);
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  for (const word of ['token', 'last_sync', member.phone, member.bankAccountNo])
    expect(kept).not.toContain(word);

  await context.setOffline(false);
  await logIn(page, member);
  expect((await booksOf(member)).balance).toBe(0);
});

test('sending first, then logging out, brings the slip to the wallet', async ({ page }) => {
  const member = await newMember();
  await logIn(page, member);
  await handInSlip(page, (await transfer(member, 90)).picture);
  await finish(page);
  await page.getByRole('button', { name: 'ออกจากระบบ' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(ส่งก่อนแล้วออก|ออกจากระบบ)$/ })
    .click();
  await expect(page).toHaveURL(/\/login/);
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  await expect.poll(async () => (await booksOf(member)).balance, { timeout: 30_000 }).toBe(90);
});

test('an ended session keeps the queue and asks for login', async ({ page, context }) => {
  const member = await newMember();
  await logIn(page, member);
  await cached(page);
  await context.setOffline(true);
  await handInSlip(page, (await transfer(member, 130)).picture);
  await expect(page.getByText(/ยังไม่ได้ส่ง/)).toBeVisible();

  // Another device ends this session, as an expiry or a changed password would.
  const token = await tokenOf(member);
  const { sessions } = await api<{ sessions: { _id: string; current: boolean }[] }>(
    'GET',
    '/api/account/sessions',
    undefined,
    token,
  );
  for (const { _id, current } of sessions)
    if (!current) await api('DELETE', `/api/account/sessions/${_id}`, { password: member.password }, token);
  await context.setOffline(false);

  await expect(page).toHaveURL(/\/login/, { timeout: 30_000 });
  await expect(page.getByText('รายการที่ยังไม่ได้ส่งยังอยู่ในเครื่อง', { exact: false })).toBeVisible();
  expect((await booksOf(member)).balance).toBe(0);
  await page.getByLabel('เบอร์โทรศัพท์').fill(member.phone);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'เข้าสู่ระบบ' }).click();
  await expect(page.getByText('+130.00')).toBeVisible({ timeout: 30_000 });
});

// spec D2.29
test('a member ends another device from the profile', async ({ page }) => {
  const member = await newMember();
  const other = await tokenOf(member);
  await logIn(page, member);
  await tapBar(page, 'โปรไฟล์');
  await page.getByRole('button', { name: 'เครื่องที่เข้าสู่ระบบ' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('เครื่องนี้')).toBeVisible();
  await dialog.getByRole('button', { name: 'ให้ออก' }).click();
  await dialog.getByLabel('รหัสผ่านของคุณ').fill('not this one');
  await dialog.getByRole('button', { name: 'ยืนยันให้ออก' }).click();
  await expect(dialog.getByText('รหัสผ่านไม่ถูกต้อง')).toBeVisible();
  await api('GET', '/api/wallet', undefined, other);
  await dialog.getByLabel('รหัสผ่านของคุณ').fill(member.password);
  await dialog.getByRole('button', { name: 'ยืนยันให้ออก' }).click();
  await expect(page.getByText('เครื่องนั้นออกจากระบบแล้ว')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'ให้ออก' })).toHaveCount(0);
  await expect(api('GET', '/api/wallet', undefined, other)).rejects.toThrow('invalid-token');
});

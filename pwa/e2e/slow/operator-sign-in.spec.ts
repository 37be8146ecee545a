/**
 * Operators change their password or code app: with the old password and a code of the old app. Each
 * code is valid once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { callApi } from '../api';
import {
  CODE_MS,
  computeLoginCode,
  CONSOLE_DEVICE,
  fillLogin,
  createOperatorWithSecret,
  PASSWORD,
} from '../console';
import { expect, test } from '../journey';

test.use(CONSOLE_DEVICE);
test.setTimeout(240_000);

/**
 * A code app. Each code that it returns belongs to a later half minute than the one before, because the
 * server requires that.
 */
class CodeApp {
  private last = 0;

  constructor(private readonly secret: string) {}

  /**
   * Returns a code. The server also accepts the half minutes before and after the current one, so three codes
   * need no waiting.
   */
  async nextCode(): Promise<string> {
    const now = () => Math.floor(Date.now() / CODE_MS);
    const step = Math.max(this.last + 1, now() - 1);
    while (step > now() + 1) await sleep(200);
    this.last = step;
    return computeLoginCode(this.secret, step);
  }
}

/** Waits if a half minute is about to end, so that a code requested now is still valid when it arrives. */
async function waitForFreshCode(): Promise<void> {
  const left = CODE_MS - (Date.now() % CODE_MS);
  if (left < 12_000) await sleep(left);
}

async function openSignIn(page: Page, name: string, app: CodeApp): Promise<void> {
  await waitForFreshCode();
  await page.goto('/operator');
  await fillLogin(page, name, PASSWORD, await app.nextCode());
  await page.getByRole('button', { name: /^บัญชีและการแสดงผล/ }).click();
}

const form = (page: Page) => page.locator('[data-panel] form');

test('changing the password needs the old password and a code; the old password is invalid afterwards', async ({
  page,
}) => {
  const { name, secret } = await createOperatorWithSecret('support');
  const app = new CodeApp(secret);
  await openSignIn(page, name, app);
  await page.getByRole('button', { name: 'เปลี่ยนรหัสผ่าน' }).click();
  await page.getByLabel('รหัสผ่านปัจจุบัน').fill('not the password');
  await page.getByLabel('รหัสผ่านใหม่').fill('rain on a tin roof');
  await form(page).getByLabel('รหัสจากแอปยืนยันตัวตน').fill('000000');
  await page.keyboard.press('Enter');
  await expect(form(page).getByText('รหัสผ่านหรือรหัส 6 หลักไม่ถูกต้อง')).toBeVisible();
  await page.getByLabel('รหัสผ่านปัจจุบัน').fill(PASSWORD);
  await form(page)
    .getByLabel('รหัสจากแอปยืนยันตัวตน')
    .fill(await app.nextCode());
  await page.keyboard.press('Enter');
  await expect(page.getByText('เปลี่ยนรหัสผ่านแล้ว เครื่องอื่นออกจากระบบแล้ว')).toBeVisible();

  await page.getByRole('button', { name: 'ออกจากระบบ' }).click();
  const code = await app.nextCode();
  await fillLogin(page, name, PASSWORD, code);
  await expect(page.getByText('ชื่อผู้ใช้ รหัสผ่าน หรือรหัส 6 หลักไม่ถูกต้อง')).toBeVisible();
  await fillLogin(page, name, 'rain on a tin roof', code);
  await expect(page.getByTestId('inbox')).toBeVisible();
});

test('a new code app is active once one of its codes was entered; other devices are logged out', async ({
  page,
}) => {
  const { name, secret } = await createOperatorWithSecret('cashier');
  const app = new CodeApp(secret);
  await waitForFreshCode();
  const { token } = await callApi<{ token: string }>('POST', '/api/operator/login', {
    username: name,
    password: PASSWORD,
    code: await app.nextCode(),
  });
  await openSignIn(page, name, app);
  await page.getByRole('button', { name: 'เปลี่ยนแอปยืนยันตัวตน' }).click();
  await page.getByLabel('รหัสผ่านปัจจุบัน').fill(PASSWORD);
  await form(page)
    .getByLabel('รหัสจากแอปยืนยันตัวตน')
    .fill(await app.nextCode());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('img', { name: 'QR สำหรับแอปยืนยันตัวตน' })).toBeVisible();
  const next = new CodeApp((await form(page).locator('code').textContent())!);
  await form(page)
    .getByLabel('รหัสจากแอปยืนยันตัวตน')
    .fill(await next.nextCode());
  await page.keyboard.press('Enter');
  await expect(page.getByText('ใช้แอปยืนยันตัวตนใหม่แล้ว เครื่องอื่นออกจากระบบแล้ว')).toBeVisible();

  await expect(callApi('GET', '/api/operator/items', undefined, token)).rejects.toThrow('401');
});

/** What a slow network shows first: the prerendered page, before any script has loaded. */
import type { Page } from '@playwright/test';
import { createMember } from './api';
import { expect, test } from './journey';

test('the login of a first visit is readable in the cookie’s language before any script has arrived', async ({
  page,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: 'locale', value: 'lo', url: baseURL! }]);
  await holdScripts(page);

  await page.goto('/login', { waitUntil: 'commit' });

  await expect(page.getByRole('heading', { name: 'ເຂົ້າສູ່ລະບົບ' })).toBeVisible();
  await expect(page.getByLabel('ເບີໂທ')).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'lo');
});

test('the notice of a closed site is readable before any script has arrived', async ({ page }) => {
  await holdScripts(page);

  await page.goto('/terminated', { waitUntil: 'commit' });

  await expect(page.getByRole('heading', { name: 'ขณะนี้ปิดให้บริการ' })).toBeVisible();
});

test('a login that is sent before the app has started is in no address, and completes after the start', async ({
  page,
}) => {
  const member = await createMember();
  const releaseScripts = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });

  await page.getByLabel('เบอร์โทรศัพท์').fill(member.phone);
  await page.getByLabel('รหัสผ่าน', { exact: true }).fill(member.password);
  await page.keyboard.press('Enter');
  await expect(page.locator('form[data-sent]')).toBeVisible();
  expect(page.url()).not.toContain('?');
  releaseScripts();

  await page.waitForURL('**/user/home**');
});

test('of several buttons tapped before the app has started, the last one’s action is performed', async ({
  page,
}) => {
  const releaseScripts = await holdScripts(page);
  await page.goto('/howto', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'การเข้าเกม' }).click();
  await page.getByRole('button', { name: 'การรับโบนัส' }).click();

  releaseScripts();

  await expect(page.getByRole('dialog', { name: 'การรับโบนัส' })).toBeVisible();
});

test('the app’s page is rendered where the prerendered one was', async ({ page }) => {
  const releaseScripts = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  const button = page.getByRole('button', { name: 'เข้าสู่ระบบ' });
  await page.evaluate(() => document.fonts.ready);
  const before = await button.boundingBox();

  releaseScripts();
  await expect(page.locator('.splash')).toHaveCount(0);

  expect(await button.boundingBox()).toEqual(before);
});

/** Holds back the app's scripts. Returns a function that releases them. */
async function holdScripts(page: Page): Promise<() => void> {
  let releaseScripts = () => {};
  const released = new Promise<void>((resolve) => (releaseScripts = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await released;
    await route.continue();
  });
  return () => releaseScripts();
}

import type { Page } from '@playwright/test';
import { newMember } from './api';
import { expect, test } from './journey';

const words = {
  th: { title: 'เข้าสู่ระบบ', phone: 'เบอร์โทรศัพท์', password: 'รหัสผ่าน' },
  lo: { title: 'ເຂົ້າສູ່ລະບົບ', phone: 'ເບີໂທ', password: 'ລະຫັດຜ່ານ' },
  en: { title: 'Log in', phone: 'Phone number', password: 'Password' },
};

for (const locale of ['th', 'lo', 'en'] as const) {
  test(`a first visit can read the login in ${locale} before any script has come`, async ({
    page,
    context,
    baseURL,
  }) => {
    if (locale !== 'th') await context.addCookies([{ name: 'locale', value: locale, url: baseURL! }]);
    await page.route('**/assets/*.js', () => new Promise(() => {}));

    await page.goto('/login', { waitUntil: 'commit' });

    await expect(page.getByRole('heading', { name: words[locale].title })).toBeVisible();
    await expect(page.getByLabel(words[locale].phone)).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
  });
}

test('a closed site says so before any script has come', async ({ page }) => {
  await page.route('**/assets/*.js', () => new Promise(() => {}));

  await page.goto('/terminated', { waitUntil: 'commit' });

  await expect(page.getByRole('heading', { name: 'ปิดให้บริการแล้ว' })).toBeVisible();
});

test('what is typed and sent before the app is there goes into no address, and logs in once it is', async ({
  page,
}) => {
  const member = await newMember();
  const come = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });

  await page.getByLabel(words.th.phone).fill(member.phone);
  await page.getByLabel(words.th.password, { exact: true }).fill(member.password);
  await page.keyboard.press('Enter');
  await page.waitForTimeout(300);
  expect(page.url()).not.toContain('?');
  come();

  await page.waitForURL('**/user/home**');
});

test('what was sent before the app is there and typed on since waits to be sent again', async ({ page }) => {
  const member = await newMember();
  const come = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel(words.th.phone).fill(member.phone);
  await page.keyboard.press('Enter');
  await page.getByLabel(words.th.password, { exact: true }).fill(member.password);

  come();
  await expect(page.locator('.splash')).toHaveCount(0);
  await expect(page.getByLabel(words.th.password, { exact: true })).toBeFocused();
  await page.waitForTimeout(500);
  await expect(page).toHaveURL(/login$/);
  await page.keyboard.press('Enter');

  await page.waitForURL('**/user/home**');
});

test('a tap on a button before the app is there is not lost: the last one counts', async ({ page }) => {
  const come = await holdScripts(page);
  await page.goto('/howto', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'การเข้าเกม' }).click();
  await page.getByRole('button', { name: 'การรับโบนัส' }).click();

  come();

  await expect(page.getByRole('dialog', { name: 'การรับโบนัส' })).toBeVisible();
});

test('a tap before the app is there is not caught up on over somebody who has begun to type since', async ({
  page,
}) => {
  const come = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByRole('button', { name: /^เปลี่ยนภาษา/ }).click();
  await page.getByLabel(words.th.phone).fill('0812345678');

  come();
  await expect(page.locator('.splash')).toHaveCount(0);

  await page.waitForTimeout(500);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the page that the app draws stands where the drawn one stood', async ({ page }) => {
  const come = await holdScripts(page);
  await page.goto('/login', { waitUntil: 'commit' });
  const button = page.getByRole('button', { name: 'เข้าสู่ระบบ' });
  await page.evaluate(() => document.fonts.ready);
  const before = await button.boundingBox();

  come();
  await expect(page.locator('.splash')).toHaveCount(0);

  expect(await button.boundingBox()).toEqual(before);
});

/** The page stands there as it was drawn at build time; answers how to let its scripts come. */
async function holdScripts(page: Page): Promise<() => void> {
  let come = () => {};
  const late = new Promise<void>((resolve) => (come = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await late;
    await route.continue();
  });
  return () => come();
}

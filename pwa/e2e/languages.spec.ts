import { newMember } from './api';
import { expect, logIn, test } from './journey';

// spec 1.19a, 1.19c, 1.20a, 1.20b, 2.26b, 3.38b
test('the language changes at once, is kept, and tells the server by a cookie', async ({ page, context }) => {
  await page.goto('/login');
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('เข้าสู่ระบบ');
  await expect(page.locator('html')).toHaveAttribute('lang', 'th');

  for (const [locale, name, heading] of [
    ['lo', 'ລາວ', /ເຂົ້າ/],
    ['en', 'English', /Log in|Sign in/],
    ['th', 'ไทย', 'เข้าสู่ระบบ'],
    ['lo', 'ລາວ', /ເຂົ້າ/],
  ] as const) {
    await page.locator('header').getByRole('button').click();
    await page.getByRole('dialog').getByText(name, { exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(title).toHaveText(heading);
  }

  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('lang', 'lo');
  await expect(title).toHaveText(/ເຂົ້າ/);
  expect(await page.evaluate(() => localStorage.getItem('locale'))).toBe('lo');
  expect(await context.cookies()).toContainEqual(expect.objectContaining({ name: 'locale', value: 'lo' }));
});

// spec 2.9
test('any other path says Page Not Found', async ({ page }) => {
  for (const path of ['/nowhere', '/login/deeper']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  }
  await logIn(page, await newMember());
  await page.goto('/user/nowhere');
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
});

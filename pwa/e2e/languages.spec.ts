import { serverUrls } from './server';
import { expect, test } from './journey';

// spec 1.19a, 1.19c, 1.20a, 1.20b, 2.26b, 3.38b
test('a chosen language is shown at once, and stored on the phone, in a cookie and for the installed app', async ({
  page,
  context,
}) => {
  await page.goto('/login');
  const title = page.getByRole('heading', { level: 1 });
  const html = page.locator('html');
  /** Returns the app's first shortcut if the app is installed from this page. */
  const shortcut = async () => {
    const href = (await page.locator('link[rel=manifest]').getAttribute('href'))!;
    const response = await fetch(new URL(href, serverUrls.app));
    expect(response.headers.get('Content-Type')).toContain('application/manifest+json');
    return ((await response.json()) as { shortcuts: { name: string }[] }).shortcuts[0]!.name;
  };
  await expect(title).toHaveText('เข้าสู่ระบบ');
  await expect(html).toHaveAttribute('lang', 'th');

  for (const [locale, name, heading, deposit] of [
    ['en', 'English', /Log in|Sign in/, 'Deposit'],
    ['th', 'ไทย', 'เข้าสู่ระบบ', 'ฝากเงิน'],
    ['lo', 'ລາວ', /ເຂົ້າ/, 'ຝາກເງິນ'],
  ] as const) {
    await page.locator('header').getByRole('button').click();
    await page.getByRole('dialog').getByText(name, { exact: true }).click();
    await expect(html).toHaveAttribute('lang', locale);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(title).toHaveText(heading);
    expect(await shortcut()).toBe(deposit);
  }

  await page.reload();
  await expect(html).toHaveAttribute('lang', 'lo');
  await expect(title).toHaveText(/ເຂົ້າ/);
  expect(await page.evaluate(() => localStorage.getItem('locale'))).toBe('lo');
  expect(await context.cookies()).toContainEqual(expect.objectContaining({ name: 'locale', value: 'lo' }));
});

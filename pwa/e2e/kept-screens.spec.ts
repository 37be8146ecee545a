/** Some screens look as docs/screens shows them. One that was changed on purpose is kept anew by `make screens`. */
import type { Page } from '@playwright/test';
import { DESK } from './desk';
import { expect, test } from './journey';
import { dress, settle, type Theme } from './screens-camera';
import type { Locale } from './screens-texts';
import { memberWithHistory, signIn } from './screens-walk';

test.use({ trace: 'off' });

async function looksAsKept(page: Page, screen: string): Promise<void> {
  await settle(page);
  await expect(page).toHaveScreenshot(`${screen}.png`);
}

/** A visitor's page, as it comes. */
const pages = [
  ['login', 'th', 'light'],
  ['login', 'lo', 'dark'],
  ['howto', 'en', 'light'],
  ['contact', 'lo', 'light'],
  ['forgot', 'en', 'dark'],
] satisfies [string, Locale, Theme][];

for (const [path, locale, theme] of pages) {
  test(`${path} in ${locale}, ${theme}, looks as kept`, async ({ page }) => {
    await dress(page, locale, theme);
    await page.goto(`/${path}`);
    await page.locator('h1').first().waitFor();

    await looksAsKept(page, `${path}-${locale}-${theme}`);
  });
}

/** A member's wallet, and a sheet over it. */
for (const [locale, theme] of [
  ['th', 'light'],
  ['en', 'dark'],
] satisfies [Locale, Theme][]) {
  test(`home and conditions in ${locale}, ${theme}, look as kept`, async ({ page }) => {
    await dress(page, locale, theme);
    await page.addInitScript(() => localStorage.setItem('chat-invite-declined', '2026-01-01T00:00:00Z'));
    const member = await memberWithHistory();
    await page.goto('/login');
    await page.locator('h1').first().waitFor();
    await signIn(page, member);
    await page.goto('/user/home');
    await page.locator('main ul').last().waitFor();

    await looksAsKept(page, `home-${locale}-${theme}`);
    await page.goto('/user/home?sheet=conditions');
    await page.getByRole('dialog').waitFor();
    await looksAsKept(page, `conditions-${locale}-${theme}`);
  });
}

test.describe('the desk', () => {
  test.use(DESK);

  test('its login in en, light, looks as kept', async ({ page }) => {
    await dress(page, 'en', 'light');
    await page.goto('/operator');
    await page.locator('input[name=username]').waitFor();

    await looksAsKept(page, 'desk-login-en-light');
  });
});

/** Takes a picture of each screen and state, in three languages, light and dark. */
import type { Page } from '@playwright/test';
import { test } from './journey';
import { setAppearance, take, type Theme } from './screens-camera';
import { captureMemberCare, createMemberWithCare } from './screens-care';
import { captureVisitorChat, type Shot } from './screens-chat';
import { captureMemberGames, createMemberWithGames } from './screens-games';
import { captureMemberMoney, createMemberWithMoney } from './screens-money';
import { captureMemberRewards, createMemberWithDeposit } from './screens-rewards';
import { captureMemberSpins, createMemberWithSpins } from './screens-spin';
import type { Locale } from './screens-texts';
import { captureInstallSteps, captureMemberPages, capturePublicPages, signIn } from './screens-walk';

const LOCALES = ['th', 'lo', 'en'] as const;
const THEMES = ['light', 'dark'] as const;

/** The page's CSP blocks the trace recorder from the blobs of pictures, and these tests need no trace. */
test.use({ trace: 'off' });

for (const locale of LOCALES) {
  for (const theme of THEMES) {
    test(`${locale} ${theme}`, async ({ page, browser }) => {
      const shot = await camera(page, locale, theme);
      await capturePublicPages(page, shot, theme === 'light' ? 1 : 2);
      await captureVisitorChat(page, shot);
      await captureMemberPages(page, shot, locale);
      await captureInstallSteps(browser, shot, locale, theme);
    });

    test(`${locale} ${theme} money`, async ({ page }) => {
      const shot = await camera(page, locale, theme);
      const member = await createMemberWithMoney();
      await page.goto('/login');
      // A public page ends a stored session once the page runs.
      await page.locator('h1').waitFor();
      await signIn(page, member);
      await captureMemberMoney(page, shot, locale);
    });

    test(`${locale} ${theme} games`, async ({ page }) => {
      const shot = await camera(page, locale, theme);
      const member = await createMemberWithGames();
      await page.goto('/login');
      await page.locator('h1').waitFor();
      await signIn(page, member);
      await captureMemberGames(page, shot);
    });

    test(`${locale} ${theme} care`, async ({ page }) => {
      const shot = await camera(page, locale, theme);
      const member = await createMemberWithCare();
      await page.goto('/login');
      await page.locator('h1').waitFor();
      await signIn(page, member);
      await captureMemberCare(page, member, shot);
    });

    test(`${locale} ${theme} rewards`, async ({ page }) => {
      const shot = await camera(page, locale, theme);
      const member = await createMemberWithDeposit();
      await page.goto('/login');
      await page.locator('h1').waitFor();
      await signIn(page, member);
      await captureMemberRewards(page, shot);
    });

    test(`${locale} ${theme} spin`, async ({ page }) => {
      const shot = await camera(page, locale, theme);
      const member = await createMemberWithSpins();
      await page.goto('/login');
      await page.locator('h1').waitFor();
      await signIn(page, member);
      await captureMemberSpins(page, shot);
    });
  }
}

/** Sets the language and theme of the page; returns the function that takes pictures. */
async function camera(page: Page, locale: Locale, theme: Theme): Promise<Shot> {
  await setAppearance(page, locale, theme);
  return (screen, of = page) => take(of, screen, locale, theme);
}

/** Takes a picture of each screen and state, in three languages, light and dark. */
import type { Page } from '@playwright/test';
import { test } from './journey';
import { setAppearance, takePicture, type Theme } from './screens-camera';
import { captureMemberCare, createMemberWithCare } from './screens-care';
import { captureGuestChat, type Shot } from './screens-chat';
import { captureMemberGames, createMemberWithGames } from './screens-games';
import { captureMemberMoney, createMemberWithMoney } from './screens-money';
import { captureMemberRewards, createMemberWithDeposit } from './screens-rewards';
import { captureMemberSpins, createMemberWithSpins } from './screens-spin';
import type { Locale } from './screens-texts';
import {
  captureInstallSteps,
  captureMemberPages,
  capturePublicPages,
  storeTokenAndAgreement,
} from './screens-pages';

const LOCALES = ['th', 'lo', 'en'] as const;
const THEMES = ['light', 'dark'] as const;

/** The page's CSP blocks the trace recorder from the blobs of pictures, and these tests need no trace. */
test.use({ trace: 'off' });

for (const locale of LOCALES) {
  for (const theme of THEMES) {
    test(`the pages in ${locale}, ${theme}`, async ({ page, browser }) => {
      const shot = await createShot(page, locale, theme);
      await capturePublicPages(page, shot, theme === 'light' ? 1 : 2);
      await captureGuestChat(page, shot);
      await captureMemberPages(page, shot, locale);
      await captureInstallSteps(browser, shot, locale, theme);
    });

    test(`the screens of money in ${locale}, ${theme}`, async ({ page }) => {
      const shot = await createShot(page, locale, theme);
      const member = await createMemberWithMoney();
      await page.goto('/login');
      // A public page ends a stored session once the page runs.
      await page.locator('h1').waitFor();
      await storeTokenAndAgreement(page, member);
      await captureMemberMoney(page, shot, locale);
    });

    test(`the screens of games in ${locale}, ${theme}`, async ({ page }) => {
      const shot = await createShot(page, locale, theme);
      const member = await createMemberWithGames();
      await page.goto('/login');
      await page.locator('h1').waitFor();
      await storeTokenAndAgreement(page, member);
      await captureMemberGames(page, shot);
    });

    test(`the screens of care in ${locale}, ${theme}`, async ({ page }) => {
      const shot = await createShot(page, locale, theme);
      const member = await createMemberWithCare();
      await page.goto('/login');
      await page.locator('h1').waitFor();
      await storeTokenAndAgreement(page, member);
      await captureMemberCare(page, member, shot);
    });

    test(`the screens of rewards in ${locale}, ${theme}`, async ({ page }) => {
      const shot = await createShot(page, locale, theme);
      const member = await createMemberWithDeposit();
      await page.goto('/login');
      await page.locator('h1').waitFor();
      await storeTokenAndAgreement(page, member);
      await captureMemberRewards(page, shot);
    });

    test(`the screens of spin in ${locale}, ${theme}`, async ({ page }) => {
      const shot = await createShot(page, locale, theme);
      const member = await createMemberWithSpins();
      await page.goto('/login');
      await page.locator('h1').waitFor();
      await storeTokenAndAgreement(page, member);
      await captureMemberSpins(page, shot);
    });
  }
}

/** Sets the language and theme of the page. Returns the function that takes the pictures. */
async function createShot(page: Page, locale: Locale, theme: Theme): Promise<Shot> {
  await setAppearance(page, locale, theme);
  return (screen, of = page) => takePicture(of, screen, locale, theme);
}

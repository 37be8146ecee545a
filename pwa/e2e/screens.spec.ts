/** Takes docs/screens: each screen and state, in three languages, light and dark. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { house } from './house';
import { test } from './journey';
import { visitorChat, type Shot } from './screens-chat';
import { memberMoney, memberWithMoney } from './screens-money';
import type { Locale } from './screens-texts';
import { installSteps, memberPages, publicPages, signIn } from './screens-walk';

const FOLDER = join(import.meta.dirname, '../../docs/screens');
const LOCALES = ['th', 'lo', 'en'] as const;
const THEMES = ['light', 'dark'] as const;
/** Fonts, the sheet's rise and the balance's count are over. */
const SETTLED_MS = 700;

/** Blobs of pictures are refused to the recorder by the page's CSP; here is nothing to look into. */
test.use({ trace: 'off' });

for (const locale of LOCALES) {
  for (const theme of THEMES) {
    test(`${locale} ${theme}`, async ({ page, browser }) => {
      const shot = await camera(page, locale, theme);
      await publicPages(page, shot, theme === 'light' ? 1 : 2);
      await visitorChat(page, shot);
      await memberPages(page, shot, locale);
      await installSteps(browser, shot, locale, theme);
    });

    test(`${locale} ${theme} money`, async ({ page }) => {
      const shot = await camera(page, locale, theme);
      const member = await memberWithMoney();
      await page.goto('/login');
      // A public page forgets whoever was signed in, once it runs.
      await page.locator('h1').waitFor();
      await signIn(page, member);
      await memberMoney(page, shot, locale);
    });
  }
}

/** The page speaks the language in its colours from now on; answers what takes its picture. */
async function camera(page: Page, locale: Locale, theme: (typeof THEMES)[number]): Promise<Shot> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.context().addInitScript((chosen) => localStorage.setItem('locale', chosen), locale);
  await page.context().addCookies([{ name: 'locale', value: locale, url: house.app }]);
  return async (screen, of = page) => {
    // A field shows its focus; a button only shows it to a keyboard, and here is none.
    await of.evaluate(
      () => document.activeElement instanceof HTMLButtonElement && document.activeElement.blur(),
    );
    await of.evaluate(() => document.fonts.ready);
    await of.waitForTimeout(SETTLED_MS);
    await of.screenshot({
      path: join(FOLDER, `${screen}-${locale}-${theme}.png`),
      scale: 'css',
      animations: 'disabled',
    });
  };
}

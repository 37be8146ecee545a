/** How pictures of screens are taken: in a language and its colours, once nothing moves any more. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { house } from './house';
import type { Locale } from './screens-texts';

export type Theme = 'light' | 'dark';

/** Every picture lands here, which is not in git; docs/screens keeps some. */
const FOLDER = join(import.meta.dirname, '../../screens');
/** Fonts, the sheet's rise and the balance's count are over. */
const SETTLED_MS = 700;

/** The page speaks the language in its colours from now on, and nothing moves that need not. */
export async function dress(page: Page, locale: Locale, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.context().addInitScript((chosen) => localStorage.setItem('locale', chosen), locale);
  await page.context().addCookies([{ name: 'locale', value: locale, url: house.app }]);
}

export async function settle(page: Page): Promise<void> {
  // A field shows its focus; a button only shows it to a keyboard, and here is none.
  await page.evaluate(
    () => document.activeElement instanceof HTMLButtonElement && document.activeElement.blur(),
  );
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(SETTLED_MS);
}

export async function take(page: Page, screen: string, locale: Locale, theme: Theme): Promise<void> {
  await settle(page);
  const path = join(FOLDER, `${screen}-${locale}-${theme}.png`);
  await page.screenshot({ path, scale: 'css', animations: 'disabled' });
}

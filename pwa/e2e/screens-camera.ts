/** Takes pictures of screens in a language and a theme, once nothing on the screen moves. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { serverUrls } from './server';
import type { Locale } from './screens-texts';

export type Theme = 'light' | 'dark';

/** The folder of all pictures. It is not in git; docs/screens has some of them. */
const FOLDER = join(import.meta.dirname, '../../screens');
/** In ms. Until then fonts have loaded, a sheet has opened and the balance has stopped counting. */
const SETTLED_MS = 700;

/** Sets the language and theme of all later pages, and reduces motion. */
export async function setAppearance(page: Page, locale: Locale, theme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
  await page.context().addInitScript((chosen) => localStorage.setItem('locale', chosen), locale);
  await page.context().addCookies([{ name: 'locale', value: locale, url: serverUrls.app }]);
}

/** Waits until nothing on the screen moves, and removes the focus from a button. */
export async function waitUntilStill(page: Page): Promise<void> {
  // A field shows its focus. A button shows it only to keyboard users, and these pictures have none.
  await page.evaluate(
    () => document.activeElement instanceof HTMLButtonElement && document.activeElement.blur(),
  );
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(SETTLED_MS);
}

/** Takes the picture of a screen, with all times of day masked. */
export async function takePicture(page: Page, screen: string, locale: Locale, theme: Theme): Promise<void> {
  await waitUntilStill(page);
  const path = join(FOLDER, `${screen}-${locale}-${theme}.png`);
  const clocks = await page.evaluateHandle(maskClocks);
  await page.screenshot({ path, scale: 'css', animations: 'disabled' });
  await clocks.evaluate((masked) => masked.forEach(({ node, text }) => (node.nodeValue = text)));
}

/**
 * Replaces each time of day with the same one, so that pictures of two runs can be compared. A text with two
 * times is a period and stays unchanged.
 */
function maskClocks(): { node: Node; text: string }[] {
  const masked: { node: Node; text: string }[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = node.nodeValue!;
    if (text.match(/\b\d\d:\d\d\b/g)?.length !== 1) continue;
    masked.push({ node, text });
    node.nodeValue = text.replace(/\b\d\d:\d\d\b/, '09:41');
  }
  return masked;
}

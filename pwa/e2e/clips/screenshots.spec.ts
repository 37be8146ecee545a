/** Takes the pictures in manifest/screenshots: in each language, of a phone and of a wide screen. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { devices, type Page } from '@playwright/test';
import { test } from '../journey';
import { setAppearance, waitUntilStill } from '../screens-camera';
import type { Locale } from '../screens-texts';
import { createMemberWithHistory, storeTokenAndAgreement } from '../screens-pages';

const FOLDER = join(import.meta.dirname, '../../../manifest/screenshots');

async function takeScreenshot(page: Page, screen: string, locale: Locale): Promise<void> {
  await waitUntilStill(page);
  const session = await page.context().newCDPSession(page);
  const { width, height } = page.viewportSize()!;
  // A phone's picture has twice the resolution, like its own screen.
  const clip = { x: 0, y: 0, width, height, scale: width < 600 ? 2 : 1 };
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 82, clip });
  await mkdir(FOLDER, { recursive: true });
  await writeFile(join(FOLDER, `${screen}.${locale}.webp`), Buffer.from(data, 'base64'));
}

/** Opens home in this language, for a member with some transactions. */
async function openHome(page: Page, locale: Locale): Promise<void> {
  await setAppearance(page, locale, 'light');
  // The chat's invitation appears only once on a phone. It is declined here, because it would distract.
  await page.addInitScript(() => localStorage.setItem('chat-invite-declined', '2026-01-01T00:00:00Z'));
  const member = await createMemberWithHistory();
  await page.goto('/login');
  await page.locator('h1').first().waitFor();
  await storeTokenAndAgreement(page, member);
  await page.goto('/user/home');
  await page.locator('main ul').last().waitFor();
}

for (const locale of ['th', 'lo', 'en'] as const) {
  test(`the screenshots of a phone are taken in ${locale}`, async ({ page }) => {
    await openHome(page, locale);
    await takeScreenshot(page, 'home', locale);
    await page.goto('/user/home?sheet=deposit');
    await page.getByRole('dialog').getByRole('tab').first().waitFor();
    await takeScreenshot(page, 'deposit', locale);
    await page.goto('/user/statement');
    await page.locator('main ul').first().waitFor();
    await takeScreenshot(page, 'statement', locale);
  });

  test.describe('wide', () => {
    const { defaultBrowserType: _browser, ...desktop } = devices['Desktop Chrome']!;
    test.use({ ...desktop, viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 });

    test(`the screenshot of a wide screen is taken in ${locale}`, async ({ page }) => {
      await openHome(page, locale);
      await takeScreenshot(page, 'wide', locale);
    });
  });
}

/**
 * Compares thirty-six screens, each in three languages and two themes, with the stored pictures: one small
 * picture grid per screen. Changed digits of an account are too few pixels to be reported; a missing button
 * text is reported. VISUAL=keep stores the new pictures. Check the grids before you commit them.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { compareGrids, drawGrid, type PictureGrid } from './picture-grid';

const CURRENT_FOLDER = join(import.meta.dirname, '../../../screens');
const DIFFERENCES = join(CURRENT_FOLDER, 'differences');
const STORES_PICTURES = process.env.VISUAL === 'keep';

const SCREENS = [
  'login',
  'register-1',
  'forgot',
  'howto',
  'contact',
  'not-found',
  'language',
  'install',
  'home',
  'home-games',
  'home-closed',
  'profile',
  'conditions',
  // Each run has another link, and so another QR code.
  'invite-banner',
  'passkeys',
  'limits',
  'reality',
  'statement',
  'statement-filter',
  'line',
  'deposit-announce',
  'deposit-qr',
  'deposit-gift',
  'slip-preview',
  'withdraw',
  'withdraw-confirm',
  'transfer',
  'transfer-alert',
  'game-amount',
  'game-open',
  'bonus',
  'promotion',
  'refund',
  'spin',
  'spin-coupons',
  'chat',
];
const CASES = ['th', 'lo', 'en'].flatMap((locale) => ['light', 'dark'].map((theme) => `${locale}-${theme}`));

const storedPath = (screen: string): string => join(import.meta.dirname, `${screen}.webp`);
const dataUrl = async (path: string, type: string): Promise<string> =>
  `data:image/${type};base64,${(await readFile(path)).toString('base64')}`;

for (const screen of SCREENS) {
  test(`${screen} equals its stored picture`, async ({ page }) => {
    const taken = await readCurrentGrid(screen);
    if (STORES_PICTURES) return storePicture(page, screen, taken);
    expect(existsSync(storedPath(screen)), 'a stored picture exists').toBe(true);

    const stored = await dataUrl(storedPath(screen), 'webp');
    const { cells, comparison } = await page.evaluate(compareGrids, { ...taken, stored });

    if (cells.some((pixels) => pixels > taken.tolerated)) {
      await mkdir(DIFFERENCES, { recursive: true });
      await write(join(DIFFERENCES, `${screen}.webp`), comparison);
    }
    const changedCases = CASES.filter((_, i) => cells[i]! > taken.tolerated);
    expect(
      changedCases,
      `see screens/differences/${screen}.webp: stored, taken, and where they differ`,
    ).toEqual([]);
  });
}

async function readCurrentGrid(screen: string): Promise<PictureGrid> {
  const paths = CASES.map((each) => join(CURRENT_FOLDER, `${screen}-${each}.png`));
  const pictures = await Promise.all(paths.map((path) => dataUrl(path, 'png')));
  // A picture is a third of a phone's size. Journeys check details that are smaller than a block.
  return { pictures, width: 130, height: 282, block: 5, level: 24, tolerated: 100 };
}

async function storePicture(page: Page, screen: string, taken: PictureGrid): Promise<void> {
  await write(storedPath(screen), await page.evaluate(drawGrid, taken));
}

async function write(path: string, url: string): Promise<void> {
  await writeFile(path, Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'));
}

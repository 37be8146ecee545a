/** Touch gestures on a sheet. */
import type { Page } from '@playwright/test';
import { createMember } from './api';
import { Finger } from './finger';
import { expect, openWithStoredToken, test } from './journey';
import { dialog } from './money';

/** Returns how many pixels below its final place the sheet is drawn. */
const readOffset = (page: Page) =>
  dialog(page).evaluate((sheet) => new DOMMatrix(getComputedStyle(sheet).transform).m42);

/** Opens a sheet with a long text, and waits until it has opened. */
async function openConditions(page: Page): Promise<{ x: number; top: number; height: number }> {
  await page.setViewportSize({ width: 390, height: 480 });
  await openWithStoredToken(page, await createMember(), '/user/home?sheet=conditions');
  await dialog(page).getByRole('heading', { level: 3 }).first().waitFor();
  await expect.poll(() => readOffset(page)).toBe(0);
  const { x, y, width, height } = (await dialog(page).boundingBox())!;
  return { x: x + width / 2, top: y, height };
}

test('a sheet follows the finger, returns when released, and closes when flung', async ({ page }) => {
  const { x, top, height } = await openConditions(page);
  const finger = await Finger.of(page);

  await finger.down(x, top + 12);
  // The browser needs the first few points to recognise a drag.
  await finger.drag(height / 4, 700);
  await expect.poll(() => readOffset(page)).toBeGreaterThan(height / 4 - 40);
  const before = await readOffset(page);
  await finger.drag(30, 300);
  await expect.poll(() => readOffset(page)).toBeCloseTo(before + 30, 0);
  await finger.up();
  await expect.poll(() => readOffset(page)).toBe(0);
  await expect(dialog(page)).toBeVisible();

  await finger.down(x, top + 12);
  await finger.drag(height / 3, 60);
  await finger.up();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL(/home$/);
});

test('a finger in scrolled text scrolls the text back, and does not move the sheet', async ({ page }) => {
  const { x, top, height } = await openConditions(page);
  const body = dialog(page).locator('[data-drawer-content]');
  const finger = await Finger.of(page);
  await body.evaluate((each) => each.scrollTo(0, each.scrollHeight));
  const before = await body.evaluate((each) => each.scrollTop);
  expect(before).toBeGreaterThan(40);

  await finger.down(x, top + height / 3);
  await finger.drag(30, 300);
  await expect.poll(() => body.evaluate((each) => each.scrollTop)).toBeLessThan(before);
  expect(await readOffset(page)).toBe(0);
  await finger.up();

  await expect(dialog(page)).toBeVisible();
});

/** What a finger does to a sheet, and what the eye sees of money that arrives. */
import type { Page } from '@playwright/test';
import { fund, newMember } from './api';
import { Finger } from './finger';
import { expect, logIn, test } from './journey';
import { dialog } from './money';

/** How far below its place the sheet is drawn. */
const lowered = (page: Page) =>
  dialog(page).evaluate((sheet) => new DOMMatrix(getComputedStyle(sheet).transform).m42);

/** A long text in a sheet that has risen. */
async function openConditions(page: Page): Promise<{ x: number; top: number; height: number }> {
  await page.setViewportSize({ width: 390, height: 480 });
  await page.goto('/user/home?sheet=conditions');
  await dialog(page).getByRole('heading', { level: 3 }).first().waitFor();
  await expect.poll(() => lowered(page)).toBe(0);
  const { x, y, width, height } = (await dialog(page).boundingBox())!;
  return { x: x + width / 2, top: y, height };
}

test('a sheet follows the finger, comes back when it is let go, and leaves when it is thrown', async ({
  page,
}) => {
  await logIn(page, await newMember());
  const { x, top, height } = await openConditions(page);
  const finger = await Finger.of(page);

  await finger.down(x, top + 12);
  // The first few points are spent on finding out that it is a drag.
  await finger.drag(height / 4, 700);
  await expect.poll(() => lowered(page)).toBeGreaterThan(height / 4 - 40);
  const before = await lowered(page);
  await finger.drag(30, 300);
  await expect.poll(() => lowered(page)).toBeCloseTo(before + 30, 0);
  await finger.up();
  await expect.poll(() => lowered(page)).toBe(0);
  await expect(dialog(page)).toBeVisible();

  await finger.down(x, top + 12);
  await finger.drag(height / 3, 60);
  await finger.up();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page).toHaveURL(/home$/);
});

test('a finger within a text that was scrolled takes the text back, not the sheet away', async ({ page }) => {
  await logIn(page, await newMember());
  const { x, top, height } = await openConditions(page);
  const body = dialog(page).locator('[data-drawer-content]');
  const finger = await Finger.of(page);
  await body.evaluate((each) => each.scrollTo(0, each.scrollHeight));
  const before = await body.evaluate((each) => each.scrollTop);
  expect(before).toBeGreaterThan(40);

  await finger.down(x, top + height / 3);
  await finger.drag(30, 300);
  await expect.poll(() => body.evaluate((each) => each.scrollTop)).toBeLessThan(before);
  expect(await lowered(page)).toBe(0);
  await finger.up();

  await expect(dialog(page)).toBeVisible();
});

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`money that arrives ${reducedMotion === 'reduce' ? 'stands there at once for whoever asked for less motion' : 'is counted up to'}; money that was there is not`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion });
    const member = await newMember();
    await fund(member, 100);
    await page.addInitScript(noteFigures);
    await logIn(page, member);
    const balance = page.locator('main p.text-balance');
    await expect(balance).toContainText('100.00');
    expect(await figures(page)).toEqual(['100.00']);

    await fund(member, 900);
    await expect(balance).toContainText('1,000.00', { timeout: 30_000 });

    const between = (await figures(page)).slice(1, -1);
    if (reducedMotion === 'reduce') expect(between).toEqual([]);
    else expect(between.length).toBeGreaterThan(0);
  });
}

/** Within the page: every figure that the balance has shown, in frames that are 50 ms apart at most. */
function noteFigures(): void {
  const draw = globalThis.requestAnimationFrame.bind(globalThis);
  let last = 0;
  globalThis.requestAnimationFrame = (callback) => {
    const asked = performance.now();
    return draw((now) => {
      last = Math.min(now, Math.max(last, asked - 50) + 50);
      callback(last);
    });
  };
  const shown: string[] = [];
  Object.assign(globalThis, { shown });
  new MutationObserver(() => {
    const figure = /[\d,]+\.\d\d/.exec(document.querySelector('main p.text-balance')?.textContent ?? '')?.[0];
    if (figure && figure !== shown.at(-1)) shown.push(figure);
  }).observe(document, { childList: true, characterData: true, subtree: true });
}

const figures = (page: Page) => page.evaluate(() => (globalThis as unknown as { shown: string[] }).shown);

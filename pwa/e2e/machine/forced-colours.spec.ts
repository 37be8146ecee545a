/** With forced colours, information that a background colour normally shows must still be visible. */
import type { Locator } from '@playwright/test';
import { createMember } from '../api';
import { expect, logInOnLoginPage, tapBar, test } from '../journey';
import { dialog, openDeposit } from '../money';

const backgroundOf = (of: Locator) => of.evaluate((each) => getComputedStyle(each).backgroundColor);
const outlineWidthOf = (of: Locator) =>
  of.evaluate((each) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(each);
    return outlineStyle === 'none' ? 0 : parseFloat(outlineWidth);
  });

/** A user's own colours: light on black. */
test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' }));

test('a selected item differs from the others, and buttons and sheets have an edge', async ({ page }) => {
  await page.goto('/login');
  const remember = page.getByRole('checkbox');
  await remember.setChecked(false);
  const unchecked = await backgroundOf(remember);
  await remember.setChecked(true);
  expect(await backgroundOf(remember)).not.toBe(unchecked);
  expect(await outlineWidthOf(page.locator('form button[type=submit]'))).toBeGreaterThan(0);

  await logInOnLoginPage(page, await createMember());
  await openDeposit(page);
  expect(await outlineWidthOf(dialog(page))).toBeGreaterThan(0);
  const tab = (isChosen: boolean) => dialog(page).getByRole('tab', { selected: isChosen }).first();
  expect(await backgroundOf(tab(true))).not.toBe(await backgroundOf(tab(false)));
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);

  await tapBar(page, 'โปรไฟล์');
  const themes = page.locator('fieldset').first().locator('label');
  const chosen = themes.filter({ has: page.locator(':checked') });
  const other = themes.filter({ hasNot: page.locator(':checked') }).first();
  expect(await backgroundOf(chosen)).not.toBe(await backgroundOf(other));
});

test('a QR code stays dark on white, as a bank’s camera needs it', async ({ page }) => {
  await logInOnLoginPage(page, await createMember());
  await openDeposit(page, 'QR');
  await dialog(page).getByRole('button', { name: '100', exact: true }).click();
  await dialog(page)
    .getByRole('button', { name: /^สร้าง QR / })
    .click();
  const code = dialog(page).getByRole('img', { name: /^QR สำหรับโอน / });
  await expect(code).toBeVisible();

  expect(await backgroundOf(code.locator('../..'))).toMatch(/^(rgb\(255, 255, 255\)|oklch\(1 0 0\))$/);
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { newMember } from './api';
import { house } from './house';
import { cached, closeSheet, expect, finish, handInSlip, logIn, tapBar, test, watch } from './journey';
import { openPhone } from './phone';
import { Release } from './release';
import { transfer } from './world';

test('the app can be installed, and its service worker holds the page', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'krapao-phone-'));
  const browser = await openPhone(folder);
  const faults = await watch(browser);
  const page = browser.pages()[0]!;
  await page.goto(`${house.app}/login`);
  await cached(page);
  const devtools = await browser.newCDPSession(page);
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  expect(installabilityErrors).toEqual([]);
  const { errors, url } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  expect(url).toBe(`${house.app}/manifest.webmanifest`);
  expect(await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL)).toBe(`${house.app}/sw.js`);
  expect(faults).toEqual([]);
  await browser.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

test('a new version is offered, and taken when the member says so', async ({ page }) => {
  const release = await Release.open();
  await page.goto(`${release.url}/login`);
  await cached(page);
  release.next = true;
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  const banner = page.getByRole('status').filter({ hasText: 'มีเวอร์ชันใหม่' });
  await expect(banner).toBeVisible();

  await page.getByLabel('เบอร์โทรศัพท์').fill('0812345678');
  await expect(banner, 'never over a form that is half filled in').toHaveCount(0);
  // The bar makes room for the keyboard while something is typed.
  await page.getByLabel('เบอร์โทรศัพท์').blur();
  await page.getByRole('link', { name: 'วิธีใช้' }).click();
  await expect(banner).toBeVisible();
  const left = page.waitForEvent('load');
  await banner.getByRole('button', { name: 'อัปเดตเลย' }).click();
  await left;
  await expect(page.getByRole('heading', { name: 'วิธีใช้' })).toBeVisible();
  await expect(banner).toHaveCount(0);
  const waiting = await page.evaluate(async () => (await navigator.serviceWorker.ready).waiting);
  expect(waiting).toBeNull();
  await release.close();
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(`no page has a serious barrier, ${colorScheme}`, async ({ page }) => {
    test.setTimeout(180_000); // many pages, each looked through
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const member = await newMember();
    for (const path of ['/login', '/register', '/forgot', '/howto', '/contact', '/nowhere']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await accessible(page, path);
    }
    await logIn(page, member);
    await accessible(page, 'home');
    await page.getByRole('button', { name: 'ฝากเงิน' }).click();
    await expect(page.getByRole('dialog').getByText('048-392-1567')).toBeVisible();
    await accessible(page, 'deposit');
    await closeSheet(page);
    const { picture } = await transfer(member, 33);
    await handInSlip(page, picture);
    await expect(page.getByText('33.00 บาท เข้ากระเป๋าแล้ว')).toBeVisible({ timeout: 30_000 });
    await finish(page);
    await tapBar(page, 'รายการ');
    await expect(page.getByText('+33.00')).toBeVisible();
    await accessible(page, 'statement');
    await tapBar(page, 'โปรไฟล์');
    await expect(page.getByText(member.bankAccountName)).toBeVisible();
    await accessible(page, 'profile');
    await page.getByRole('button', { name: 'เปลี่ยน รหัสผ่าน' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await accessible(page, 'change password');
  });
}

/**
 * By the rules of WCAG 2.2 AA; what only a person can judge is not in them. One rule is left out:
 * it looks for the visible words in the name by the spaces between them, and Thai writes none.
 */
async function accessible(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .disableRules('label-content-name-mismatch')
    .analyze();
  const serious = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`);
  expect(serious, where).toEqual([]);
}

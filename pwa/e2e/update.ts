/**
 * Functions that the journeys about new versions share: for the offer, for the page's visibility, and to
 * detect a reload.
 */
import type { Page } from '@playwright/test';
import { expect } from './journey';

export const updateBanner = (page: Page) => page.getByRole('status').filter({ hasText: 'มีเวอร์ชันใหม่' });

/** Sets a mark that a reload removes. */
export const markPage = (page: Page) =>
  page.evaluate(() => void Object.assign(globalThis, { notReloaded: true }));
export const isMarked = (page: Page) => page.evaluate(() => 'notReloaded' in globalThis);

/** Lets the service worker check for a new version until one waits. */
export function installNewVersion(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    void registration.update();
    while (!registration.waiting) await new Promise((done) => setTimeout(done, 50));
  });
}

export const isVersionWaiting = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);

/** Hides the page behind another app, and shows it again. */
export async function hideAndShowPage(page: Page): Promise<void> {
  await setVisibility(page, 'hidden');
  await setVisibility(page, 'visible');
}

/**
 * Hides the page behind another app until it has reloaded. Chromium normally activates the new worker at
 * once. But a call may wake the old worker just when it stops. Then the new worker waits until the old worker
 * was idle for half a minute.
 */
export async function leaveUntilReloaded(page: Page): Promise<void> {
  await markPage(page);
  await setVisibility(page, 'hidden');
  const isStillThere = () => isMarked(page).catch(() => true); // In the middle of the reload.
  await expect.poll(isStillThere, { timeout: 60_000 }).toBe(false);
}

function setVisibility(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  return page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { value: now, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

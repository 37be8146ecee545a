/** What journeys of new versions share: the offer, whether somebody looks at the page, and whether it was reloaded. */
import type { Page } from '@playwright/test';
import { expect } from './journey';

export const updateBanner = (page: Page) => page.getByRole('status').filter({ hasText: 'มีเวอร์ชันใหม่' });

/** A mark that a reload wipes away. */
export const mark = (page: Page) =>
  page.evaluate(() => void Object.assign(globalThis, { notReloaded: true }));
export const isMarked = (page: Page) => page.evaluate(() => 'notReloaded' in globalThis);

/** Has the service worker look for a new version, until one waits. */
export function newVersionWaits(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    void registration.update();
    while (!registration.waiting) await new Promise((done) => setTimeout(done, 50));
  });
}

export const isVersionWaiting = (page: Page) =>
  page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);

/** Another app comes in front, and then this one again. */
export async function lookAway(page: Page): Promise<void> {
  await turn(page, 'hidden');
  await turn(page, 'visible');
}

/**
 * Another app is in front, and stays there until the page has reloaded. Chromium lets the new worker in at once, but
 * where a call wakes the old one just as that is stopped: then when it has had nothing to do for half a minute.
 */
export async function leaveUntilReloaded(page: Page): Promise<void> {
  await mark(page);
  await turn(page, 'hidden');
  const isStillThere = () => isMarked(page).catch(() => true); // in the middle of the reload
  await expect.poll(isStillThere, { timeout: 60_000 }).toBe(false);
}

function turn(page: Page, state: 'hidden' | 'visible'): Promise<void> {
  return page.evaluate((now) => {
    Object.defineProperty(document, 'visibilityState', { value: now, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, state);
}

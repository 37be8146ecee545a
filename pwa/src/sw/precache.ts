/**
 * The app shell, which is precached when a version is installed:
 *
 *   the browser empties the cache   the first request for a missing file precaches all missing files again,
 *                                   unless a newer version is being installed, which has its own files
 *   the device has no room          each request uses the network; precaching is retried after ten minutes
 *   Cache Storage fails             each request uses the network (`genuine.ts`)
 */
import { PrecacheController, PrecacheRoute } from 'workbox-precaching';
import type { PrecacheEntry } from 'workbox-precaching/_types.js';
import { registerRoute } from 'workbox-routing';
import { instantNow, elapsedSince, type Instant } from '@/data/api/clock';
import { genuine } from './genuine';

declare const self: ServiceWorkerGlobalScope;

/**
 * The minimum time in ms between two attempts. Without it, a device without space would download the app
 * shell at each launch.
 */
const RETRY_MS = 10 * 60_000;

/** registerPrecache precaches `shell` at installation, and registers its route. Returns the controller. */
export function registerPrecache(shell: (PrecacheEntry | string)[]): PrecacheController {
  const controller = new PrecacheController();
  // An installation behind a captive portal fails, and the next one continues where it stopped.
  controller.strategy.plugins.push(genuine(), {
    cachedResponseWillBeUsed: async ({ cachedResponse, event }) => {
      if (!cachedResponse && event.type === 'fetch')
        (event as ExtendableEvent).waitUntil(restore(controller));
      return cachedResponse;
    },
  });
  controller.precache(shell);
  registerRoute(new PrecacheRoute(controller));
  return controller;
}

let restoring: Promise<void> | null = null;
let failedAt: Instant | undefined;

/** Precaches the missing files. One run at a time; never rejects. */
function restore(controller: PrecacheController): Promise<void> {
  if (failedAt && elapsedSince(failedAt) < RETRY_MS) return Promise.resolve();
  restoring ??= precacheMissing(controller)
    .catch(() => void (failedAt = instantNow()))
    .finally(() => (restoring = null));
  return restoring;
}

async function precacheMissing(controller: PrecacheController): Promise<void> {
  // The server may already have a newer version, whose page does not fit the files of this version.
  await self.registration.update();
  if (self.registration.installing || self.registration.waiting) return;
  const parts: Promise<unknown>[] = [];
  // Workbox precaches only for an event of this type. It skips files that are already stored.
  const event = { type: 'install', waitUntil: (part: Promise<unknown>) => parts.push(part) };
  await controller.install(event as unknown as ExtendableEvent);
  await Promise.all(parts);
}

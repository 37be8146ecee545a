/**
 * The app shell, laid in when a version is installed:
 *
 *   the browser empties the cache   the first file that is missed has all of them laid in again, unless a newer
 *                                   version is on its way, which brings its own
 *   there is no room for them       the page gets what it asks for; they are tried again after a while
 *   Cache Storage fails             each file comes from the network (`genuine.ts`)
 */
import { PrecacheController, PrecacheRoute } from 'workbox-precaching';
import type { PrecacheEntry } from 'workbox-precaching/_types.js';
import { registerRoute } from 'workbox-routing';
import { instant, passedSince, type Instant } from '@/data/api/clock';
import { genuine } from './genuine';

declare const self: ServiceWorkerGlobalScope;

/** A phone without room would download the shell at each launch. */
const AGAIN_MS = 10 * 60_000;

/** Lays in `shell` at the installation, and answers from it. Returns the controller. */
export function registerPrecache(shell: (PrecacheEntry | string)[]): PrecacheController {
  const controller = new PrecacheController();
  // A phone that walks into a hotel in the middle of an installation: that one fails, and the next goes on.
  controller.strategy.plugins.push(genuine(), {
    cachedResponseWillBeUsed: async ({ cachedResponse, event }) => {
      if (!cachedResponse && event.type === 'fetch') (event as ExtendableEvent).waitUntil(layIn(controller));
      return cachedResponse;
    },
  });
  controller.precache(shell);
  registerRoute(new PrecacheRoute(controller));
  return controller;
}

let laying: Promise<void> | null = null;
let failedAt: Instant | undefined;

/** Lays in what is missing. One at a time; never rejects. */
function layIn(controller: PrecacheController): Promise<void> {
  if (failedAt && passedSince(failedAt) < AGAIN_MS) return Promise.resolve();
  laying ??= layInMissing(controller)
    .catch(() => void (failedAt = instant()))
    .finally(() => (laying = null));
  return laying;
}

async function layInMissing(controller: PrecacheController): Promise<void> {
  // Of a newer version the server has another page, which does not fit the files of this one.
  await self.registration.update();
  if (self.registration.installing || self.registration.waiting) return;
  const parts: Promise<unknown>[] = [];
  // Workbox lays in for an event of this type only, and leaves what is there.
  const event = { type: 'install', waitUntil: (part: Promise<unknown>) => parts.push(part) };
  await controller.install(event as unknown as ExtendableEvent);
  await Promise.all(parts);
}

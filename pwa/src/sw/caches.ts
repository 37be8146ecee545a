/** A named cache for each kind of file that is not precached, each with its own limits. */
import type { RouteMatchCallbackOptions, WorkboxPlugin } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, StaleWhileRevalidate } from 'workbox-strategies';
import { MEDIA_CACHE } from '@/data/device/media-cache';
import { genuine } from './genuine';

const DAY_S = 24 * 60 * 60;

/** registerCaches registers the routes, the most specific first. */
export function registerCaches(): void {
  // Hashed and immutable: a cached file is always right.
  registerRoute(isLocale, cacheFirst('locales', 'javascript', { maxEntries: 6, days: 60 }));
  registerRoute(isFont, cacheFirst('fonts', 'font', { maxEntries: 12, days: 365 }));
  registerRoute(isChunk, cacheFirst('chunks', 'javascript', { maxEntries: 40, days: 30 }));
  // The content of a path never changes, and whoever could see it once may see it offline.
  registerRoute(
    isChatPicture,
    new CacheFirst({
      cacheName: MEDIA_CACHE,
      plugins: [byPath, genuine('image'), expiring({ maxEntries: 100, days: 30 })],
    }),
  );
  // Pictures keep their names when they change.
  registerRoute(
    isImage,
    new StaleWhileRevalidate({
      cacheName: 'images',
      plugins: [genuine('image'), expiring({ maxEntries: 60, days: 30 })],
    }),
  );
}

type Match = Pick<RouteMatchCallbackOptions, 'url' | 'request' | 'sameOrigin'>;

function isLocale({ url, sameOrigin }: Match): boolean {
  return sameOrigin && /^\/assets\/locale-(th|lo|en)-[^/]+\.js$/.test(url.pathname);
}

function isFont({ request, sameOrigin }: Match): boolean {
  return sameOrigin && request.destination === 'font';
}

function isChunk({ url, sameOrigin }: Match): boolean {
  return sameOrigin && /^\/assets\/[^/]+\.js$/.test(url.pathname);
}

/** Pictures and the preview images of videos. A video itself is streamed in pieces from the server. */
function isChatPicture({ url, request, sameOrigin }: Match): boolean {
  return sameOrigin && url.pathname.startsWith('/media/chat/') && request.destination === 'image';
}

/** Other media have signed addresses that are never requested again, and no one else may see them. */
function isImage({ url, request, sameOrigin }: Match): boolean {
  const ours = sameOrigin && !url.pathname.startsWith('/media/');
  return ours && request.destination === 'image' && !url.pathname.startsWith('/api/');
}

interface End {
  maxEntries: number;
  days: number;
}

function cacheFirst(cacheName: string, type: string, end: End): CacheFirst {
  return new CacheFirst({ cacheName, plugins: [genuine(type), expiring(end)] });
}

function expiring({ maxEntries, days }: End): ExpirationPlugin {
  return new ExpirationPlugin({
    maxEntries,
    maxAgeSeconds: days * DAY_S,
    // These caches are disposable: they are deleted before the queue would have to be.
    purgeOnQuotaError: true,
  });
}

/** The signature expires after an hour; the picture stays the same. */
const byPath: WorkboxPlugin = {
  cacheKeyWillBeUsed: async ({ request }) => request.url.split('?', 1)[0] ?? request.url,
};

/**
 * NOT_THE_APP has the paths that the server answers itself, also for a navigation: its own routes, and
 * files, whose names have a dot.
 */
export const NOT_THE_APP = [
  /^\/api(\/|$)/,
  /^\/hooks(\/|$)/,
  /^\/operator(\/|$)/,
  /^\/media(\/|$)/,
  /^\/play(-door)?(\/|$)/,
  /^\/webhook(\/|$)/,
  /^\/(healthz|readyz)$/,
  // The page for changing a password, and other well-known addresses.
  /^\/\.well-known(\/|$)/,
  /\/[^/]+\.\w+$/,
];

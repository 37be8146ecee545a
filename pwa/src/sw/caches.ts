/** The caches for files that are not precached. Each kind of file has a named cache with its own limits. */
import type { RouteMatchCallbackOptions, WorkboxPlugin } from 'workbox-core/types.js';
import { ExpirationPlugin } from 'workbox-expiration';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, StaleWhileRevalidate } from 'workbox-strategies';
import { MEDIA_CACHE } from '@/data/device/media-cache';
import { genuine } from './genuine';

const DAY_S = 24 * 60 * 60;

/** registerCaches registers the routes, the most specific first. */
export function registerCaches(): void {
  // These files have hashed names and never change, so a cached file is always correct.
  registerRoute(isLocale, cacheFirst('locales', 'javascript', { maxEntries: 6, days: 60 }));
  registerRoute(isFont, cacheFirst('fonts', 'font', { maxEntries: 12, days: 365 }));
  registerRoute(isChunk, cacheFirst('chunks', 'javascript', { maxEntries: 40, days: 30 }));
  // The content of a path never changes. A member who was allowed to see it once may see it offline.
  registerRoute(
    isChatPicture,
    new CacheFirst({
      cacheName: MEDIA_CACHE,
      plugins: [byPath, genuine('image'), expiring({ maxEntries: 100, days: 30 })],
    }),
  );
  // These pictures may change under the same name.
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

/**
 * Returns whether the request is for a picture, or the preview image of a video. The server streams the video
 * itself in pieces.
 */
function isChatPicture({ url, request, sameOrigin }: Match): boolean {
  return sameOrigin && url.pathname.startsWith('/media/chat/') && request.destination === 'image';
}

/**
 * Returns whether the request is for an image that may be cached. Other media have signed addresses that are
 * never requested again, and other users must not see them.
 */
function isImage({ url, request, sameOrigin }: Match): boolean {
  const ours = sameOrigin && !url.pathname.startsWith('/media/');
  return ours && request.destination === 'image' && !url.pathname.startsWith('/api/');
}

interface CacheLimits {
  maxEntries: number;
  days: number;
}

function cacheFirst(cacheName: string, type: string, limits: CacheLimits): CacheFirst {
  return new CacheFirst({ cacheName, plugins: [genuine(type), expiring(limits)] });
}

function expiring({ maxEntries, days }: CacheLimits): ExpirationPlugin {
  return new ExpirationPlugin({
    maxEntries,
    maxAgeSeconds: days * DAY_S,
    // These caches are disposable: on a full device they are deleted, so that the queue stays.
    purgeOnQuotaError: true,
  });
}

/** The signature expires after an hour; the picture stays the same. */
const byPath: WorkboxPlugin = {
  cacheKeyWillBeUsed: async ({ request }) => request.url.split('?', 1)[0] ?? request.url,
};

/**
 * NOT_THE_APP matches the paths for which the server responds itself, also to a navigation. These are its own
 * routes, and files, whose names have a dot.
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

// @vitest-environment node
import type { RouteMatchCallback } from 'workbox-core/types.js';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { NOT_THE_APP, registerCaches } from './caches';

/** The routes that the worker has registered, in order. */
const routes: { matches: RouteMatchCallback; cacheName: string }[] = [];

vi.mock('workbox-routing', () => ({
  registerRoute: (matches: RouteMatchCallback, strategy: { cacheName: string }) =>
    routes.push({ matches, cacheName: strategy.cacheName }),
}));
vi.mock('workbox-expiration', () => ({ ExpirationPlugin: class {} }));
vi.mock('workbox-strategies', () => {
  class Strategy {
    cacheName: string;
    constructor(options: { cacheName: string }) {
      this.cacheName = options.cacheName;
    }
  }
  return { CacheFirst: Strategy, StaleWhileRevalidate: Strategy };
});

beforeAll(() => registerCaches());

const ORIGIN = 'https://wallet.test';

/** Returns the cache that a request is read from and stored in. */
function cacheOf(address: string, destination: RequestDestination): string | undefined {
  const url = new URL(address, ORIGIN);
  const request = { url: url.href, destination, method: 'GET' } as Request;
  const sameOrigin = url.origin === ORIGIN;
  return routes.find(({ matches }) => matches({ url, request, sameOrigin, event: undefined as never }))
    ?.cacheName;
}

describe('requests that the worker caches', () => {
  it.each([
    ['/assets/app-12345678.js', 'script', 'chunks'],
    ['/assets/locale-lo-12345678.js', 'script', 'locales'],
    ['/assets/noto-12345678.woff2', 'font', 'fonts'],
    ['/games/bg.svg', 'image', 'images'],
    ['/media/chat/abc?e=1&s=x', 'image', 'chat-media'],
  ] as const)('%s as a %s is cached in %s', (address, destination, cache) => {
    expect(cacheOf(address, destination)).toBe(cache);
  });
});

describe('requests that the worker neither caches nor handles', () => {
  it.each([
    ['a response of the API', '/api/wallet', ''],
    ['a QR code', '/api/qrcode/KBANK', 'image'],
    ['the picture of a slip', '/media/slip/R1?e=1&s=x', 'image'],
    ['a video', '/media/chat/abc?e=1&s=x', 'video'],
    ['an uploaded file as a script', '/media/chat/abc.js', 'script'],
    ['an uploaded file as a page', '/media/chat/abc', 'document'],
    ['a script in a subfolder of the scripts', '/assets/operator/app-12345678.js', 'script'],
    ['a script of the page that opens a game', '/play-door/door.js', 'script'],
    ['the worker itself', '/sw.js', 'script'],
    ['a page', '/user/home', 'document'],
    ['a script of another origin', 'https://elsewhere.test/assets/app-12345678.js', 'script'],
    ['a locale of another origin', 'https://elsewhere.test/assets/locale-lo-1.js', 'script'],
    ['a font of another origin', 'https://elsewhere.test/a.woff2', 'font'],
    ['a picture of another origin', 'https://elsewhere.test/media/chat/abc', 'image'],
    ['an address that only begins like ours', 'https://wallet.test.elsewhere.test/games/bg.svg', 'image'],
  ] as const)('%s is not cached: %s', (_, address, destination) => {
    expect(cacheOf(address, destination)).toBeUndefined();
  });
});

describe('navigations that get the app', () => {
  const isApp = (path: string) => !NOT_THE_APP.some((pattern) => pattern.test(path));

  it.each(['/', '/login', '/user/home', '/user/statement/0190', '/no/such/page'])(
    '%s gets the app',
    (path) => {
      expect(isApp(path)).toBe(true);
    },
  );

  it.each([
    '/api',
    '/api/docs',
    '/operator',
    '/operator/17',
    '/media/chat/abc',
    '/play/circus',
    '/play-door/take',
    '/webhook/games/circus',
    '/healthz',
    '/readyz',
    '/.well-known/change-password',
    '/sw.js',
    '/favicon.svg',
    '/assets/app-12345678.js',
  ])('%s does not get the app', (path) => {
    expect(isApp(path)).toBe(false);
  });
});

// @vitest-environment node
import { beforeEach, expect, it, vi } from 'vitest';

vi.mock('workbox-routing', () => ({ registerRoute: () => {} }));

const SHELL = ['index.html', 'assets/app-1.js', 'assets/app-2.css'];
const TYPES = ['text/html', 'text/javascript', 'text/css'];
const ORIGIN = 'https://wallet.test';

/** The cached files, by address, and how Cache Storage behaves. */
let kept: Map<string, Response>;
let room: 'free' | 'full' | 'failing';
const fetched = vi.fn(async (input: RequestInfo) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  const type = TYPES[SHELL.indexOf(pathname.slice(1))]!;
  return new Response('<div id="root"></div>', { headers: { 'Content-Type': type } });
});
const registration = { update: vi.fn(async () => {}), installing: null, waiting: null as object | null };

const cache = {
  match: async (key: Request) => kept.get(key.url)?.clone(),
  put: async (key: Request, response: Response) => {
    if (room === 'full') throw new DOMException('Quota exceeded', 'QuotaExceededError');
    kept.set(key.url, response);
  },
};
const cacheStorage = {
  open: async () => cache,
  match: async (key: Request) => {
    if (room === 'failing') throw new DOMException('Unexpected internal error', 'UnknownError');
    return cache.match(key);
  },
};

beforeEach(() => {
  kept = new Map();
  room = 'free';
  registration.waiting = null;
  fetched.mockClear();
  vi.resetModules();
  // Set as in a build; otherwise Workbox logs everything to the console.
  vi.stubEnv('NODE_ENV', 'production');
  vi.stubGlobal('self', {
    registration,
    caches: cacheStorage,
    addEventListener: () => {},
    location: new URL(ORIGIN),
  });
  vi.stubGlobal('registration', { scope: `${ORIGIN}/` });
  vi.stubGlobal('location', new URL(ORIGIN));
  vi.stubGlobal('FetchEvent', class {});
  vi.stubGlobal('caches', cacheStorage);
  vi.stubGlobal('fetch', fetched);
});

/** Starts a worker with an empty cache. Returns a request of its page, which waits for all its work. */
async function begin() {
  const { registerPrecache } = await import('./precache');
  const controller = registerPrecache(SHELL.map((url) => ({ url: `${ORIGIN}/${url}`, revision: '1' })));
  return async (url: string) => {
    const waited: Promise<unknown>[] = [];
    const event = { type: 'fetch', waitUntil: (part: Promise<unknown>) => waited.push(part) };
    const params = { cacheKey: controller.getCacheKeyForURL(`${ORIGIN}/${url}`) };
    const request = new Request(`${ORIGIN}/${url}`);
    const response: Response = await controller.strategy.handle({ event, request, params } as never);
    for (let done = 0; done < waited.length; done++) await waited[done];
    return response.headers.get('Content-Type');
  };
}

it('a missing file is fetched from the network, and the whole app is precached again', async () => {
  const ask = await begin();

  expect(await ask('index.html')).toBe('text/html');

  expect(kept.size).toBe(SHELL.length);
  fetched.mockClear();
  await ask('assets/app-1.js');
  expect(fetched).not.toHaveBeenCalled();
});

it('nothing is precached while a newer version waits, whose page does not fit these files', async () => {
  registration.waiting = {};
  const ask = await begin();

  expect(await ask('index.html')).toBe('text/html');

  expect(kept.size).toBe(0);
});

it('on a full phone each file comes from the network, and not each one starts a precaching', async () => {
  room = 'full';
  const ask = await begin();

  await ask('index.html');
  fetched.mockClear();
  expect(await ask('assets/app-1.js')).toBe('text/javascript');

  expect(fetched).toHaveBeenCalledOnce();
});

it('files come from the network if Cache Storage fails', async () => {
  room = 'failing';
  const ask = await begin();

  expect(await ask('index.html')).toBe('text/html');
  expect(await ask('assets/app-2.css')).toBe('text/css');
});

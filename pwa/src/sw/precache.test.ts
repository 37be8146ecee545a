// @vitest-environment node
import { beforeEach, expect, it, vi } from 'vitest';

vi.mock('workbox-routing', () => ({ registerRoute: () => {} }));

const SHELL = ['index.html', 'assets/app-1.js', 'assets/app-2.css'];
const TYPES = ['text/html', 'text/javascript', 'text/css'];
const ORIGIN = 'https://wallet.test';

/** The cached files, by address, and how Cache Storage behaves. */
let cachedFiles: Map<string, Response>;
let storageState: 'free' | 'full' | 'failing';
const fetchFile = vi.fn(async (input: RequestInfo) => {
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  const type = TYPES[SHELL.indexOf(pathname.slice(1))]!;
  return new Response('<div id="root"></div>', { headers: { 'Content-Type': type } });
});
const registration = { update: vi.fn(async () => {}), installing: null, waiting: null as object | null };

const cache = {
  match: async (key: Request) => cachedFiles.get(key.url)?.clone(),
  put: async (key: Request, response: Response) => {
    if (storageState === 'full') throw new DOMException('Quota exceeded', 'QuotaExceededError');
    cachedFiles.set(key.url, response);
  },
};
const cacheStorage = {
  open: async () => cache,
  match: async (key: Request) => {
    if (storageState === 'failing') throw new DOMException('Unexpected internal error', 'UnknownError');
    return cache.match(key);
  },
};

beforeEach(() => {
  cachedFiles = new Map();
  storageState = 'free';
  registration.waiting = null;
  fetchFile.mockClear();
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
  vi.stubGlobal('fetch', fetchFile);
});

/** Starts a worker with an empty cache. Returns a request of its page, which waits for all its work. */
async function startWorker() {
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
  const requestFile = await startWorker();

  expect(await requestFile('index.html')).toBe('text/html');

  expect(cachedFiles.size).toBe(SHELL.length);
  fetchFile.mockClear();
  await requestFile('assets/app-1.js');
  expect(fetchFile).not.toHaveBeenCalled();
});

it('nothing is precached while a newer version waits, whose page does not fit these files', async () => {
  registration.waiting = {};
  const ask = await startWorker();

  expect(await ask('index.html')).toBe('text/html');

  expect(cachedFiles.size).toBe(0);
});

it('on a full phone each file comes from the network, and precaching is not started for each file', async () => {
  storageState = 'full';
  const ask = await startWorker();

  await ask('index.html');
  fetchFile.mockClear();
  expect(await ask('assets/app-1.js')).toBe('text/javascript');

  expect(fetchFile).toHaveBeenCalledOnce();
});

it('files come from the network if Cache Storage fails', async () => {
  storageState = 'failing';
  const ask = await startWorker();

  expect(await ask('index.html')).toBe('text/html');
  expect(await ask('assets/app-2.css')).toBe('text/css');
});

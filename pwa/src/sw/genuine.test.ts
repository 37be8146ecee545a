// @vitest-environment node
import { afterEach, describe, expect, it, vi } from 'vitest';
import { genuine } from './genuine';

afterEach(() => vi.unstubAllGlobals());

const respond = (type: string, body = '', status = 200) =>
  new Response(body, { status, headers: { 'Content-Type': type } });
const portal = () => respond('text/html; charset=utf-8', '<h1>Guest Wi-Fi</h1>');
const ourPage = () => respond('text/html; charset=utf-8', '<div id="root"></div>');

function checkResponse(path: string, response: Response, type?: string) {
  const request = new Request(`https://wallet.test${path}`);
  const { fetchDidSucceed, cacheWillUpdate } = genuine(type);
  const param = { request, response, event: undefined as never };
  return { receive: () => fetchDidSucceed!(param), prepareCaching: () => cacheWillUpdate!(param) };
}

describe('a captive portal’s response', () => {
  it.each(['/assets/app-12345678.js', '/index.html', '/assets/font-12345678.woff2', '/favicon.svg'])(
    'a portal’s response in place of %s is not cached',
    async (path) => {
      expect(await checkResponse(path, portal()).prepareCaching()).toBeNull();
    },
  );

  it('a portal’s response in the browser’s cache is requested again without that cache', async () => {
    const real = respond('text/javascript');
    const fetching = vi.fn(async () => real);
    vi.stubGlobal('fetch', fetching);

    expect(await checkResponse('/assets/locale-lo-12345678.js', portal(), 'javascript').receive()).toBe(real);

    expect(fetching).toHaveBeenCalledExactlyOnceWith('https://wallet.test/assets/locale-lo-12345678.js', {
      cache: 'reload',
    });
  });
});

it('a page gets an error if the portal responds again', async () => {
  vi.stubGlobal('fetch', async () => portal());

  await expect(
    checkResponse('/assets/locale-lo-12345678.js', portal(), 'javascript').receive(),
  ).rejects.toThrow(TypeError);
});

describe('our server’s response', () => {
  it.each([
    ['/assets/app-12345678.js', () => respond('text/javascript')],
    ['/assets/app-12345678.css', () => respond('text/css')],
    ['/index.html', ourPage],
    ['/assets/font-12345678.woff2', () => respond('font/woff2')],
    ['/favicon.svg', () => respond('image/svg+xml')],
    ['/manifest.lo.webmanifest', () => respond('application/manifest+json')],
  ])('our server’s response to %s is cached', async (path, response) => {
    expect(await checkResponse(path, response()).prepareCaching()).not.toBeNull();
  });

  it('a 404 is returned to the page, and is not cached', async () => {
    const missing = respond('text/plain', '', 404);

    expect(await checkResponse('/assets/old-12345678.js', missing).receive()).toBe(missing);
    expect(await checkResponse('/assets/old-12345678.js', missing).prepareCaching()).toBeNull();
  });
});

describe('a cache that fails', () => {
  const broken = new DOMException('Unexpected internal error', 'UnknownError');
  const fail = (type: 'fetch' | 'install', error: Error) => {
    vi.stubGlobal('fetch', async () => respond('text/javascript'));
    const request = new Request('https://wallet.test/assets/app-12345678.js');
    return genuine().handlerDidError!({ request, error, event: { type } as ExtendableEvent });
  };

  it('a failing cache lets the network respond to a page', async () => {
    expect(await fail('fetch', broken)).toBeInstanceOf(Response);
  });

  it('a failing cache fails an installation, which would have precached nothing', async () => {
    expect(await fail('install', broken)).toBeUndefined();
  });

  it('a failing network does not count as a failing cache', async () => {
    expect(await fail('fetch', new TypeError('Failed to fetch'))).toBeUndefined();
  });
});

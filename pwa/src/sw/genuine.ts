/**
 * Keeps a captive portal's pages out of the caches. A captive portal responds to everything with its own page
 * and status 200. So a response of the wrong type is not cached. The browser's own cache may keep the
 * portal's page under our address for hours, so the request is repeated without that cache. If Cache Storage
 * itself fails, the network is used.
 */
import type { WorkboxPlugin } from 'workbox-core/types.js';

/** The types of precached files, by extension. */
const TYPES: Record<string, string> = {
  js: 'javascript',
  css: 'css',
  html: 'html',
  woff2: 'font',
  svg: 'svg',
  webmanifest: 'json',
};

/** Markup that only our own page has. */
const ROOT = '<div id="root">';

/**
 * genuine returns a plugin that checks whether the Content-Type contains `type`. Without `type`, it checks
 * for the type of the file's extension.
 */
export function genuine(type?: string): WorkboxPlugin {
  const isGenuine = (request: Request, response: Response) =>
    hasType(type ?? typeOfUrl(request.url), response);
  const assertGenuine = async (request: Request, response: Response): Promise<Response> => {
    if (!response.ok || (await isGenuine(request, response))) return response;
    const repeated = await fetch(request.url, { cache: 'reload' });
    if (!repeated.ok || (await isGenuine(request, repeated))) return repeated;
    // It throws instead of returning the response, because the page may keep a response in memory for as long
    // as the portal's headers allow.
    throw new TypeError('wrong type');
  };
  return {
    fetchDidSucceed: ({ request, response }) => assertGenuine(request, response),
    // A network failure throws a TypeError. An installation must fail if its cache fails.
    handlerDidError: async ({ request, event, error }) =>
      error instanceof DOMException && event?.type === 'fetch'
        ? assertGenuine(request, await fetch(request))
        : undefined,
    cacheWillUpdate: async ({ request, response }) =>
      response.status === 200 && (await isGenuine(request, response)) ? response : null,
  };
}

function typeOfUrl(url: string): string {
  const extension = new URL(url).pathname.split('.').pop() ?? '';
  return TYPES[extension] ?? '';
}

async function hasType(type: string, response: Response): Promise<boolean> {
  if (!(response.headers.get('Content-Type') ?? '').includes(type)) return false;
  return type !== 'html' || (await response.clone().text()).includes(ROOT);
}

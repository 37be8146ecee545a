/**
 * A captive portal answers everything with its own page: 200, and never what was asked for. What is not
 * of its kind is not kept; and since the browser's own cache may keep the portal's page under our
 * address for hours, it is asked for past that. Where Cache Storage itself fails, the network answers.
 */
import type { WorkboxPlugin } from 'workbox-core/types.js';

/** By the ends of the names of what is precached. */
const TYPES: Record<string, string> = {
  js: 'javascript',
  css: 'css',
  html: 'html',
  woff2: 'font',
  svg: 'svg',
  webmanifest: 'json',
};

/** Only our own page has it. */
const ROOT = '<div id="root">';

/** `type` is what its Content-Type has in it; by its name where none is given. */
export function genuine(type?: string): WorkboxPlugin {
  const isGenuine = (request: Request, response: Response) => isOf(type ?? typeBy(request.url), response);
  const assertGenuine = async (request: Request, response: Response): Promise<Response> => {
    if (!response.ok || (await isGenuine(request, response))) return response;
    const again = await fetch(request.url, { cache: 'reload' });
    if (!again.ok || (await isGenuine(request, again))) return again;
    // No answer: what a page gets it may keep in its memory, for as long as the portal says.
    throw new TypeError('not what was asked for');
  };
  return {
    fetchDidSucceed: ({ request, response }) => assertGenuine(request, response),
    // A network that fails throws a TypeError. An installation must fail with its cache.
    handlerDidError: async ({ request, event, error }) =>
      error instanceof DOMException && event?.type === 'fetch'
        ? assertGenuine(request, await fetch(request))
        : undefined,
    cacheWillUpdate: async ({ request, response }) =>
      response.status === 200 && (await isGenuine(request, response)) ? response : null,
  };
}

function typeBy(url: string): string {
  const end = new URL(url).pathname.split('.').pop() ?? '';
  return TYPES[end] ?? '';
}

async function isOf(type: string, response: Response): Promise<boolean> {
  if (!(response.headers.get('Content-Type') ?? '').includes(type)) return false;
  return type !== 'html' || (await response.clone().text()).includes(ROOT);
}

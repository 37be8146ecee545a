/** A fake fetch whose responses a test sets by method and path; all other calls get a 404. */
import { vi } from 'vitest';
import { refusal } from './network';

interface ReceivedCall {
  body: unknown;
  headers: Headers;
  url: URL;
  signal?: AbortSignal | null;
}

type Reply = (request: ReceivedCall) => Response | Promise<Response>;

export interface TestServer {
  /** Sets the response to a call such as `POST /api/login`. */
  on(call: string, reply: Reply): void;
  /** The calls so far, in order. */
  calls: string[];
}

/** Stubs `fetch`. Returns the server, on which a test sets the responses. */
export function stubServer(): TestServer {
  const replies = new Map<string, Reply>();
  const calls: string[] = [];
  // Without XMLHttpRequest, uploads use fetch, as in the service worker.
  vi.stubGlobal('XMLHttpRequest', undefined);
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
    const url = new URL(address, 'http://wallet.test');
    const name = `${init.method ?? 'GET'} ${url.pathname}`;
    calls.push(name);
    const reply = replies.get(name);
    if (!reply) return refusal(404, `NO_REPLY_TO ${name}`);
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
    return reply({ body, headers: new Headers(init.headers), url, signal: init.signal });
  });
  return { on: (call, reply) => replies.set(call, reply), calls };
}

export const ok = (body: unknown = {}, status = 200, headers: HeadersInit = {}): Response =>
  Response.json(body, { status, headers });

/** Fails like `fetch` without a network. */
export const offline = (): never => {
  throw new TypeError('Failed to fetch');
};

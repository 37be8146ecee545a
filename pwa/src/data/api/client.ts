/**
 * The only module that calls the server. Page and service worker both use it, so it uses neither `window` nor
 * storage. `bindSession` sets who is logged in, and `configureClient` sets what to do on errors.
 */
import { readResponse, type ApiResponse } from './response';
import { noteServerDate } from './clock';
import { ApiError, isResponseLost, isApiError, NETWORK, NOT_OURS, TIMEOUT } from './errors';
import type { ResponseOf, Args, Method, PathOf, PathParams } from './routes';
import { reportCall, type CallOutcome } from '../device/traffic';

export interface CallOptions {
  /** Idempotency-Key. */
  key?: string;
  timeoutMs?: number;
  signal?: AbortSignal;
  /** Default: the member's own token. `false` sends none, a string is sent as the token. */
  auth?: boolean | string;
  /** The server may be slow to respond: a long wait does not count as being offline. */
  slow?: boolean;
  /** If-None-Match: the response may then be 304. */
  etag?: string;
  /** Lets the call continue after the page is closed. */
  keepalive?: boolean;
}

/** The arguments of `call` without the contract's types. */
interface CallArguments extends CallOptions {
  body?: unknown;
  path?: PathParams;
  query?: object;
}

export interface ClientSetup {
  /** Empty in the app, where everything has one origin. */
  baseUrl: string;
  /** The site is closed (410). */
  onGone: () => void;
  /** The server refused the member's token. The session is already marked as expired. */
  onInvalidToken: () => void;
}

export interface SessionSource {
  token(): string | null;
  /** Ends the session with this token. Returns false if another token has replaced it. */
  expire(token: string): boolean;
}

export const CALL_TIMEOUT_MS = 60_000;

const setup: ClientSetup = { baseUrl: '', onGone: () => {}, onInvalidToken: () => {} };
let session: SessionSource = { token: () => null, expire: () => false };

export function configureClient(changes: Partial<ClientSetup>): void {
  Object.assign(setup, changes);
}

export function bindSession(source: SessionSource): void {
  session = source;
}

/**
 * call sends a request and returns the response's JSON. Method, path and parameters are typed by the
 * contract: a renamed one does not compile. Throws ApiError, or the signal's reason when aborted.
 */
export async function call<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  ...[options]: Args<M, P, CallOptions>
): Promise<ResponseOf<M, P>> {
  const apiResponse = await requestAt(method, path, options);
  return apiResponse.body as ResponseOf<M, P>;
}

/** request is `call` that also returns status and ETag. A 304 has no body. */
export async function request<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  ...[options]: Args<M, P, CallOptions>
): Promise<ApiResponse & { body?: ResponseOf<M, P> }> {
  const apiResponse = await requestAt(method, path, options);
  return { ...apiResponse, body: apiResponse.body as ResponseOf<M, P> | undefined };
}

/** requestAt sends a request that an earlier page stored, with its original path and body. */
export async function requestAt(
  method: Method,
  path: string,
  options: CallArguments = {},
): Promise<ApiResponse> {
  const token = tokenFor(options.auth);
  const reportEnd = options.slow ? (outcome: CallOutcome) => reportCall()(outcome) : reportCall();
  try {
    const apiResponse = await fetchResponse(method, path, token, options);
    reportEnd('response');
    return apiResponse;
  } catch (error) {
    if (!isApiError(error)) reportEnd('aborted');
    else reportEnd(isResponseLost(error) ? 'lost' : 'response');
    throw handleError(error, token);
  }
}

export function tokenFor(auth: boolean | string | undefined): string | null {
  if (typeof auth === 'string') return auth;
  return auth === false ? null : session.token();
}

/** fillPath returns the path with its parameters filled in. */
export function fillPath(path: string, params: PathParams = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

export function urlFor(path: string, query: object = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  const tail = search.toString();
  return setup.baseUrl + path + (tail && `?${tail}`);
}

export function headersFor(token: string | null, key?: string): Record<string, string> {
  return {
    Accept: 'application/json',
    'X-Requested-With': 'wallet-user',
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(key && { 'Idempotency-Key': key }),
  };
}

/**
 * handleError applies the effects of an error on the whole app, and returns the error to throw. A refused
 * token ends no session if another token has replaced it, because the call was only late. If a header was
 * lost on the way to the server, the call was not executed, and its refusal does not concern the session. It
 * counts as a call without a response.
 */
export function handleError(error: unknown, token: string | null): unknown {
  if (!isApiError(error)) return error;
  const hasLostHeader = error.code === 'KEY_MISSING' || (token && error.fields?.token === 'MISSING');
  if (hasLostHeader) return new ApiError(NOT_OURS, error.status);
  if (error.status === 410 && error.code === 'gone') setup.onGone();
  if (error.code === 'invalid-token' && token && session.expire(token)) setup.onInvalidToken();
  return error;
}

async function fetchResponse(
  method: Method,
  path: string,
  token: string | null,
  options: CallArguments,
): Promise<ApiResponse> {
  const timeout = startTimeout(options.timeoutMs ?? CALL_TIMEOUT_MS, options.signal);
  try {
    const response = await fetch(urlFor(fillPath(path, options.path), options.query), {
      method,
      headers: {
        ...headersFor(token, options.key),
        ...(options.body !== undefined && { 'Content-Type': 'application/json' }),
        ...(options.etag && { 'If-None-Match': options.etag }),
      },
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
      signal: timeout.signal,
      keepalive: options.keepalive,
      cache: 'no-store',
      credentials: 'same-origin',
      // Our API never redirects; a captive portal does.
      redirect: 'error',
    });
    return readAndSetClock(response, await response.text());
  } catch (error) {
    if (isApiError(error)) throw error;
    if (options.signal?.aborted) throw options.signal.reason;
    throw new ApiError(timeout.signal.aborted ? TIMEOUT : NETWORK);
  } finally {
    timeout.end();
  }
}

/**
 * Sets the app's clock from each response of our server, including refusals. A captive portal's date is
 * ignored.
 */
function readAndSetClock({ status, headers }: Response, text: string): ApiResponse {
  const setClock = () => noteServerDate(headers.get('Date'));
  try {
    const apiResponse = readResponse(status, headers, text);
    setClock();
    return apiResponse;
  } catch (error) {
    if (!isResponseLost(error)) setClock();
    throw error;
  }
}

/** Like `AbortSignal.any` with a timeout, which older Safari versions lack. `end` stops the timeout. */
export function startTimeout(ms: number, outer?: AbortSignal): { signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const stop = () => controller.abort();
  const timer = setTimeout(stop, ms);
  if (outer?.aborted) stop();
  outer?.addEventListener('abort', stop);
  return {
    signal: controller.signal,
    end() {
      clearTimeout(timer);
      outer?.removeEventListener('abort', stop);
    },
  };
}

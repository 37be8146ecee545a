/**
 * The one way to the server. Page and service worker use this same module, so nothing here knows
 * of windows or storage: who is signed in and where to go is told by `bindSession` and
 * `configureClient`.
 */
import { readAnswer, type Answer } from './answer';
import { noteServerDate } from './clock';
import { ApiError, isAnswerLost, isApiError, NETWORK, NOT_OURS, TIMEOUT } from './errors';
import type { AnswerOf, Args, Method, PathOf, PathParams } from './routes';
import { reportCall, type CallEnd } from '../device/traffic';

export interface CallOptions {
  /** Idempotency-Key. */
  key?: string;
  timeoutMs?: number;
  signal?: AbortSignal;
  /** The member's own token by default; `false` sends none, a string sends that one. */
  auth?: boolean | string;
  /** The server may take its time: waiting for it is no sign of being offline. */
  slow?: boolean;
  /** If-None-Match: the answer may then be 304. */
  etag?: string;
  /** Lets the call outlive the page. */
  keepalive?: boolean;
}

/** What the contract's own types say at `call`, without them. */
interface Sent extends CallOptions {
  body?: unknown;
  path?: PathParams;
  query?: object;
}

export interface ClientSetup {
  /** Empty in the app, where everything is of one origin. */
  baseUrl: string;
  /** The site is closed (410). */
  onGone: () => void;
  /** The member's token is no longer good; the session is already marked as expired. */
  onInvalidToken: () => void;
}

export interface SessionSource {
  token(): string | null;
  /** Ends the session that holds this token; false where another has taken its place. */
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
 * Asks, and returns the answer's JSON. Method, path and what goes with them are the contract's: a
 * renamed one does not compile. Throws ApiError, or the signal's reason when aborted.
 */
export async function call<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  ...[options]: Args<M, P, CallOptions>
): Promise<AnswerOf<M, P>> {
  const answer = await requestAt(method, path, options);
  return answer.body as AnswerOf<M, P>;
}

/** As `call`, with the answer's status and ETag, for whoever needs them; no body comes with a 304. */
export async function request<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
  ...[options]: Args<M, P, CallOptions>
): Promise<Answer & { body?: AnswerOf<M, P> }> {
  const answer = await requestAt(method, path, options);
  return { ...answer, body: answer.body as AnswerOf<M, P> | undefined };
}

/** For what an earlier page wrote down: its path and body are what they were then. */
export async function requestAt(method: Method, path: string, options: Sent = {}): Promise<Answer> {
  const token = tokenFor(options.auth);
  const end = options.slow ? (how: CallEnd) => reportCall()(how) : reportCall();
  try {
    const answer = await exchange(method, path, token, options);
    end('answered');
    return answer;
  } catch (error) {
    if (!isApiError(error)) end('aborted');
    else end(isAnswerLost(error) ? 'silent' : 'answered');
    throw reactTo(error, token);
  }
}

export function tokenFor(auth: boolean | string | undefined): string | null {
  if (typeof auth === 'string') return auth;
  return auth === false ? null : session.token();
}

/** The path with its parameters in their places. */
export function fillPath(path: string, params: PathParams = {}): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

export function urlOf(path: string, query: object = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  const tail = search.toString();
  return setup.baseUrl + path + (tail && `?${tail}`);
}

export function headersOf(token: string | null, key?: string): Record<string, string> {
  return {
    Accept: 'application/json',
    'X-Requested-With': 'wallet-user',
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(key && { 'Idempotency-Key': key }),
  };
}

/**
 * What an error means for the whole app, wherever it came up. A token that another has replaced
 * meanwhile ends nothing: its call was merely late. A call that lost a header on its way was not
 * done, and says nothing of the session: it is as one without an answer.
 */
export function reactTo(error: unknown, token: string | null): unknown {
  if (!isApiError(error)) return error;
  const hasLostHeader = error.code === 'KEY_MISSING' || (token && error.fields?.token === 'MISSING');
  if (hasLostHeader) return new ApiError(NOT_OURS, error.status);
  if (error.status === 410 && error.code === 'gone') setup.onGone();
  if (error.code === 'invalid-token' && token && session.expire(token)) setup.onInvalidToken();
  return error;
}

async function exchange(method: Method, path: string, token: string | null, options: Sent): Promise<Answer> {
  const patience = startPatience(options.timeoutMs ?? CALL_TIMEOUT_MS, options.signal);
  try {
    const response = await fetch(urlOf(fillPath(path, options.path), options.query), {
      method,
      headers: {
        ...headersOf(token, options.key),
        ...(options.body !== undefined && { 'Content-Type': 'application/json' }),
        ...(options.etag && { 'If-None-Match': options.etag }),
      },
      body: options.body === undefined ? undefined : JSON.stringify(options.body),
      signal: patience.signal,
      keepalive: options.keepalive,
      cache: 'no-store',
      credentials: 'same-origin',
      // Our API never redirects; a captive portal does.
      redirect: 'error',
    });
    return listen(response, await response.text());
  } catch (error) {
    if (isApiError(error)) throw error;
    if (options.signal?.aborted) throw options.signal.reason;
    throw new ApiError(patience.signal.aborted ? TIMEOUT : NETWORK);
  } finally {
    patience.end();
  }
}

/** What our server says, a refusal too, says what time it is; a captive portal's clock is its own. */
function listen({ status, headers }: Response, text: string): Answer {
  const note = () => noteServerDate(headers.get('Date'));
  try {
    const answer = readAnswer(status, headers, text);
    note();
    return answer;
  } catch (error) {
    if (!isAnswerLost(error)) note();
    throw error;
  }
}

/** `AbortSignal.any` with a timeout; older Safari has neither. */
export function startPatience(ms: number, outer?: AbortSignal): { signal: AbortSignal; end(): void } {
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

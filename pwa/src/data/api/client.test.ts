// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { registerCodeCheck } from './response';
import { bindSession, call, configureClient, request, requestAt } from './client';
import { noteServerDate } from './clock';
import { ApiError, NETWORK, NOT_OURS, TIMEOUT } from './errors';
import { watchTraffic, type CallOutcome } from '../device/traffic';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const response = (status: number, body: unknown, headers: Record<string, string> = JSON_TYPE) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers });

const ID = 'abcdefgh234567ab';
const ourRefusal = (message: string) => ({ message, requestId: ID });

let fetchMock: ReturnType<typeof vi.fn<typeof fetch>>;
const onGone = vi.fn();
const onInvalidToken = vi.fn();
const expire = vi.fn<(token: string) => boolean>();

beforeEach(() => {
  fetchMock = vi.fn<typeof fetch>();
  vi.stubGlobal('fetch', fetchMock);
  configureClient({ baseUrl: 'http://wallet.test', onGone, onInvalidToken });
  registerCodeCheck((code) => code === 'KNOWN');
  bindSession({ token: () => 'secret', expire });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  vi.resetAllMocks();
});

async function callFailure(response: Response | Error): Promise<ApiError> {
  if (response instanceof Error) fetchMock.mockRejectedValue(response);
  else fetchMock.mockResolvedValue(response);
  return (await call('GET', '/api/wallet').catch((error: unknown) => error)) as ApiError;
}

describe('the request of a call', () => {
  const sent = () => fetchMock.mock.calls[0] as [string, RequestInit & { headers: Record<string, string> }];

  // spec 7.1, 7.2a, 7.2b
  it('a request carries X-Requested-With, token, key and JSON', async () => {
    fetchMock.mockResolvedValue(response(200, {}));

    await requestAt('POST', '/api/x', { body: { a: 1 }, key: 'k1', query: { page: 2, none: undefined } });

    const [url, { headers, body, method }] = sent();
    expect([method, url, body]).toEqual(['POST', 'http://wallet.test/api/x?page=2', '{"a":1}']);
    expect(headers).toMatchObject({
      'X-Requested-With': 'wallet-user',
      Authorization: 'Bearer secret',
      'Idempotency-Key': 'k1',
      'Content-Type': 'application/json',
    });
  });

  it('path parameters are escaped, so that a slash stays inside its parameter', async () => {
    fetchMock.mockResolvedValue(response(200, {}));

    await call('GET', '/api/statement/slip/reference/{reference}', { path: { reference: 'a/b' } });

    expect(sent()[0]).toBe('http://wallet.test/api/statement/slip/reference/a%2Fb');
  });

  it('the option auth removes or replaces the token of a request', async () => {
    fetchMock.mockImplementation(async () => response(200, {}));

    await call('GET', '/api/wallet', { auth: false });
    await call('GET', '/api/wallet', { auth: 'other' });

    const tokens = fetchMock.mock.calls.map(([, init]) => new Headers(init?.headers).get('Authorization'));
    expect(tokens).toEqual([null, 'Bearer other']);
  });

  it('a redirect is never followed, since only a captive portal sends one', async () => {
    fetchMock.mockResolvedValue(response(200, {}));

    await call('GET', '/api/wallet');

    expect(sent()[1].redirect).toBe('error');
  });
});

describe('the response of a call', () => {
  it('a success returns the JSON body', async () => {
    fetchMock.mockResolvedValue(response(202, { status: 'PENDING' }));

    expect(await call('POST', '/api/logout')).toEqual({ status: 'PENDING' });
  });

  it('a 304 returns no body', async () => {
    fetchMock.mockResolvedValue(new Response(null, { status: 304, headers: { ETag: '"v1"' } }));

    const options = { etag: '"v1"' };
    expect(await request('GET', '/api/wallet', options)).toEqual({
      status: 304,
      body: undefined,
      etag: '"v1"',
    });
  });

  it.each([
    ['bad input', response(400, ourRefusal('INVALID_BANK')), 'INVALID_BANK', 400],
    ['a refused login', response(401, ourRefusal('WRONG_CREDENTIAL')), 'WRONG_CREDENTIAL', 401],
    ['a refusal', response(409, ourRefusal('MONEY_NOT_ENOUGH')), 'MONEY_NOT_ENOUGH', 409],
    ['a server error', response(500, ourRefusal('INTERNAL_SERVER_ERROR')), 'INTERNAL_SERVER_ERROR', 500],
    ['a portal page with 200', response(200, '<html>', { 'Content-Type': 'text/html' }), NOT_OURS, 200],
    ['a portal page with 403', response(403, '<html>', { 'Content-Type': 'text/html' }), NOT_OURS, 403],
    ['HTML with a JSON content type', response(200, '<html>'), NOT_OURS, 200],
    ['JSON without a type', response(200, '{}', {}), NOT_OURS, 200],
    ['a bare JSON value', response(200, '"ok"'), NOT_OURS, 200],
    ['another server’s JSON refusal', response(401, { error: 'login' }), NOT_OURS, 401],
    ['a gateway’s refusal', response(403, { message: 'Forbidden' }), NOT_OURS, 403],
    [
      'a gateway’s refusal with its own request id',
      response(401, { message: 'Unauthorized', requestId: 'b7-1' }),
      NOT_OURS,
      401,
    ],
    ['a known code without an id', response(409, { message: 'MONEY_NOT_ENOUGH' }), NOT_OURS, 409],
    ['a known code with any id', response(409, { message: 'KNOWN', requestId: 'x' }), 'KNOWN', 409],
    ['a code of a newer server', response(409, ourRefusal('NEW_CODE')), 'NEW_CODE', 409],
    [
      'a call that lost its Authorization header',
      response(401, { ...ourRefusal('invalid-token'), fields: { token: 'MISSING' } }),
      NOT_OURS,
      401,
    ],
    ['a call that lost its X-Requested-With header', response(403, ourRefusal('KEY_MISSING')), NOT_OURS, 403],
    ['an empty success', response(200, ''), NOT_OURS, 200],
    ['no network', new TypeError('Failed to fetch'), NETWORK, 0],
  ])('%s is an error with its code', async (_, response, code, status) => {
    expect(await callFailure(response)).toMatchObject({ name: 'ApiError', code, status });
  });

  it('a Retry-After with a date is counted by the server’s clock', async () => {
    const now = Date.parse('2026-11-21T07:00:00Z');
    vi.useFakeTimers({ toFake: ['Date'], now: now + 365 * 86_400_000 });
    noteServerDate(new Date(now).toUTCString());
    const at = new Date(now + 90_000).toUTCString();

    const error = await callFailure(
      response(503, ourRefusal('SLIP_UPLOAD_FAIL'), { ...JSON_TYPE, 'Retry-After': at }),
    );

    expect(error.retryAfter).toBe(90);
    vi.useRealTimers();
    noteServerDate(new Date().toUTCString());
  });

  it('an error keeps fields, request id, Retry-After and other fields', async () => {
    const body = { ...ourRefusal('SLIP_UPLOAD_FAIL'), fields: { file: 'X' }, closedUntil: '00:30' };
    const error = await callFailure(response(503, body, { ...JSON_TYPE, 'Retry-After': '90' }));

    const { fields, requestId, retryAfter, extra } = error;
    expect({ fields, requestId, retryAfter, extra }).toEqual({
      fields: { file: 'X' },
      requestId: ID,
      retryAfter: 90,
      extra: { closedUntil: '00:30' },
    });
  });

  // spec 7.3, 9.1
  it('a call times out after a minute by default', async () => {
    vi.useFakeTimers();
    fetchMock.mockImplementation(hanging);
    let ended: unknown;

    void call('GET', '/api/wallet').catch((error: unknown) => (ended = error));
    await vi.advanceTimersByTimeAsync(59_999);
    expect(ended).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);

    expect(ended).toMatchObject({ code: TIMEOUT, status: 0 });
  });

  it('a call times out after its own timeout', async () => {
    vi.useFakeTimers();
    fetchMock.mockImplementation(hanging);

    const outcome = call('GET', '/api/wallet', { timeoutMs: 5_000 }).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(5_000);

    expect(await outcome).toMatchObject({ code: TIMEOUT, status: 0 });
  });

  it('an aborted call rejects with the caller’s reason', async () => {
    fetchMock.mockImplementation(hanging);
    const controller = new AbortController();
    const outcome = call('GET', '/api/wallet', { signal: controller.signal }).catch(
      (error: unknown) => error,
    );

    controller.abort(new Error('left the screen'));

    expect(await outcome).toMatchObject({ message: 'left the screen' });
  });
});

describe('the effects of an error on the whole app', () => {
  // spec 8.2
  it('a closed site calls onGone', async () => {
    await callFailure(response(410, ourRefusal('gone')));

    expect(onGone).toHaveBeenCalledOnce();
  });

  // spec 8.3
  it('a refused token ends its session', async () => {
    expire.mockReturnValue(true);

    await callFailure(response(401, ourRefusal('invalid-token')));

    expect(expire).toHaveBeenCalledWith('secret');
    expect(onInvalidToken).toHaveBeenCalledOnce();
  });

  it('a refused token that another has replaced ends no session', async () => {
    expire.mockReturnValue(false);

    await callFailure(response(401, ourRefusal('invalid-token')));

    expect(onInvalidToken).not.toHaveBeenCalled();
  });

  it.each([
    ['a wrong password', response(401, ourRefusal('WRONG_CREDENTIAL'))],
    ['a request for the password after inactivity', response(401, ourRefusal('EXPIRED_AUTH_TOKEN'))],
    [
      'a call that lost its Authorization header',
      response(401, { ...ourRefusal('invalid-token'), fields: { token: 'MISSING' } }),
    ],
    ['a gateway’s 401', response(401, { message: 'invalid-token' })],
    ['a portal’s 401', response(401, '<html>', { 'Content-Type': 'text/html' })],
    ['a portal’s 410', response(410, '<html>', { 'Content-Type': 'text/html' })],
  ])('%s calls no handler', async (_, response) => {
    await callFailure(response);

    expect([expire, onInvalidToken, onGone].map((mock) => mock.mock.calls.length)).toEqual([0, 0, 0]);
  });
});

it('each call reports whether it got a response', async () => {
  const outcomes: CallOutcome[] = [];
  const stop = watchTraffic({ began: () => {}, ended: (_, outcome) => outcomes.push(outcome) });

  fetchMock.mockResolvedValueOnce(response(200, {}));
  await call('GET', '/api/wallet');
  await callFailure(response(409, ourRefusal('BONUS_REMAINING')));
  await callFailure(new TypeError('Failed to fetch'));
  await callFailure(response(200, '<html>', { 'Content-Type': 'text/html' }));
  stop();

  expect(outcomes).toEqual(['response', 'response', 'lost', 'lost']);
});

function hanging(_: unknown, init?: RequestInit): Promise<Response> {
  return new Promise((_, reject) => {
    init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
  });
}

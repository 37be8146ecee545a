import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../../test/eventually';
import { refusal } from '../../../../test/network';
import { offline, ok, stubServer, type TestServer } from '../../../../test/server';
import { noteServerDate } from '../../api/clock';
import { reportCall } from '../../device/traffic';
import { isOffline, OFFLINE_AFTER_MS } from '../../device/connection';
import { hasUnsaved } from '../../kit/unsaved-work';
import { logout } from '../../app/logout';
import { getSession, login } from '../../session/session';
import { storeToken } from '../../session/token';
import type { CommandRow } from '../../storage/db';
import { withMemberDb } from '../../storage/storage';
import { syncNow } from '../sync/sync';
import {
  command,
  confirmAndRepeat,
  dismissCommand,
  buildRequest,
  resumeCommands,
  sendCommand,
  commandStages,
} from './send';

const WITHDRAW = 'POST /api/wallet/withdrawAll';
const CHANGE = 'PUT /api/account/changepwd';

let server: TestServer;
/** The key and the token of each request. */
let requests: { key: string | null; token: string | null }[];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
  server = stubServer();
  requests = [];
  server.on('POST /api/login', () => ok({ token: crypto.randomUUID(), expiresAt: '' }));
  server.on('POST /api/logout', () => ok());
  server.on('GET /api/account/profile', () => ok({ profile: { _id: 'M1' } }));
  server.on('GET /api/sync', () => refusal(500, 'INTERNAL_SERVER_ERROR'));
  server.on('GET /api/lookup/active', () => ok({ terminated: '' }));
  await signIn();
});

afterEach(async () => {
  if (getSession()) await logout('discard');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const signIn = () => login({ username: '08', password: 'x', rememberMe: true });

/** Sets the responses to a call, in order. The last one repeats. */
function onCall(call: string, ...responses: (() => Response | Promise<Response>)[]): void {
  server.on(call, ({ headers }) => {
    requests.push({ key: headers.get('Idempotency-Key'), token: headers.get('Authorization') });
    return ((responses.length > 1 ? responses.shift() : responses[0]) ?? ok)();
  });
}

const refuse = () => refusal(409, 'MONEY_NOT_ENOUGH');
const withdrawal = (storeResponse?: () => Promise<void>) =>
  buildRequest('withdrawAll', { body: { amount: 500 }, storeResponse });
const currentStage = (name = 'withdraw') => commandStages.get().get(name)?.at ?? 'idle';
const syncs = () => server.calls.filter((call) => call === 'GET /api/sync').length;
const keys = () => new Set(requests.map(({ key }) => key)).size;

/** Builds a handler whose responses arrive when `arrive` is called. */
function buildLateResponse(): {
  handler: () => Promise<Response>;
  arrive: (response: () => Response) => void;
} {
  let respond: (response: () => Response) => void = () => {};
  const coming = new Promise<() => Response>((resolve) => (respond = resolve));
  return { handler: async () => (await coming)(), arrive: (response) => respond(response) };
}

/** Adds the server's time to the response. */
function withDate(response: Response, at: number): Response {
  response.headers.set('Date', new Date(at).toUTCString());
  return response;
}

describe('a command', () => {
  it('a member’s command carries the token, a guest’s carries a key only', async () => {
    onCall(WITHDRAW, () => ok({ statement: {} }));
    await sendCommand(withdrawal());
    const token = `Bearer ${getSession()?.token}`;
    await logout('discard');
    onCall('POST /api/account', () => ok({ statement: {} }));

    await command('register', { body: {} as never });

    expect(requests).toEqual([
      { key: expect.any(String), token },
      { key: expect.any(String), token: null },
    ]);
  });

  it('a command whose response is lost is shown as checking', async () => {
    onCall(WITHDRAW, offline, () => ok({ statement: {} }));

    const sending = sendCommand(withdrawal());

    await eventually(() => expect(currentStage()).toBe('checking'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect((await sending).at).toBe('done');
  });

  it('a command is shown as done after its response was stored, or storing it failed', async () => {
    onCall(WITHDRAW, () => ok({ statement: {} }));
    const seen: string[] = [];

    const outcome = await sendCommand(
      withdrawal(async () => {
        seen.push(currentStage());
        throw new Error('the disk is full');
      }),
    );

    expect(seen).toEqual(['sending']);
    expect(outcome.at).toBe('done');
  });

  it('a refused command stores nothing, and causes a sync', async () => {
    onCall(WITHDRAW, refuse);
    const storeResponse = vi.fn(async () => {});
    const before = syncs();

    await sendCommand(withdrawal(storeResponse));

    expect(storeResponse).not.toHaveBeenCalled();
    await eventually(() => expect(syncs()).toBeGreaterThan(before));
  });

  it('a slow response to a command does not count as being offline', async () => {
    const { handler, arrive: respond } = buildLateResponse();
    onCall(WITHDRAW, handler);

    const sending = sendCommand(withdrawal());
    await eventually(() => expect(requests).toHaveLength(1));
    await vi.advanceTimersByTimeAsync(2 * OFFLINE_AFTER_MS);

    expect(isOffline()).toBe(false);
    respond(() => ok({ statement: {} }));
    await sending;
  });

  it('a command is sent without a probe while the server can be reached', async () => {
    onCall(WITHDRAW, () => ok({ statement: {} }));

    await sendCommand(withdrawal());

    expect(server.calls).not.toContain('GET /api/lookup/active');
  });

  it('a command is sent if the server responds to the probe at all', async () => {
    reportCall()('lost');
    await vi.advanceTimersByTimeAsync(OFFLINE_AFTER_MS);
    const probed: (string | null)[] = [];
    server.on('GET /api/lookup/active', ({ headers }) => {
      probed.push(headers.get('Authorization'));
      return refusal(503, 'CLOSED');
    });
    onCall(WITHDRAW, () => ok({ statement: {} }));

    expect((await sendCommand(withdrawal())).at).toBe('done');
    expect(probed).toEqual([null]);
  });
});

describe('the stage of a command', () => {
  it('a stage can be dismissed, but not while the command is under way', async () => {
    const { handler, arrive: respond } = buildLateResponse();
    onCall(WITHDRAW, handler);
    onCall('POST /api/wallet/truelink', refuse);
    await sendCommand(buildRequest('redeemGift', { body: { link: 'x' } }));
    const sending = sendCommand(withdrawal());

    dismissCommand('withdraw');
    dismissCommand('gift');
    dismissCommand('nothing');

    expect(currentStage()).toBe('sending');
    expect(currentStage('gift')).toBe('idle');
    respond(refuse);
    await sending;
    expect(currentStage()).toBe('failed');
  });

  it('no update reloads the page while a command is under way', async () => {
    const { handler, arrive: respond } = buildLateResponse();
    onCall(WITHDRAW, handler);

    const sending = sendCommand(withdrawal());
    expect(hasUnsaved()).toBe(true);
    respond(refuse);
    await sending;

    expect(hasUnsaved()).toBe(false);
  });

  it('the password is accepted only if the server requested it', async () => {
    onCall(WITHDRAW, refuse);
    await sendCommand(withdrawal());

    expect((await confirmAndRepeat('withdraw', 'x')).at).toBe('failed');
    expect((await confirmAndRepeat('gift', 'x')).at).toBe('idle');
    expect(server.calls).not.toContain('POST /api/account/confirm');
  });

  it('a command whose member logged out meanwhile changes no stage', async () => {
    const { handler, arrive: respond } = buildLateResponse();
    onCall(WITHDRAW, handler);
    const sending = sendCommand(withdrawal());
    await eventually(() => expect(requests).toHaveLength(1));

    await logout('discard');
    respond(refuse);
    await sending;

    expect(commandStages.get().size).toBe(0);
  });

  it('a stage is kept if a session event changes nothing', async () => {
    onCall(WITHDRAW, refuse);
    onCall(CHANGE, () => refusal(500, 'INTERNAL_SERVER_ERROR'));
    await sendCommand(withdrawal());
    await changePassword();
    storeToken(getSession()?.token ?? '', true);
    requests = requests.slice(-1);

    await changePassword();

    expect(currentStage()).toBe('failed');
    expect(keys()).toBe(1);
  });

  it('a command with a password is deleted with its session', async () => {
    onCall(CHANGE, () => refusal(500, 'INTERNAL_SERVER_ERROR'));
    await changePassword();
    expect(keys()).toBe(1);

    await logout('discard');
    await signIn();
    await changePassword();

    expect(keys()).toBe(2);
  });
});

/** Repeats until the failure is shown. */
async function changePassword(): Promise<void> {
  const onFailure = vi.fn();
  void command('changePassword', { body: { oldPassword: 'a', newPassword: 'b' } }).catch(onFailure);
  while (onFailure.mock.calls.length === 0) await vi.advanceTimersByTimeAsync(1_000);
}

describe('after a reload', () => {
  const storeCommand = (key: string, changes: Partial<CommandRow> = {}) =>
    withMemberDb('M1', (db) =>
      db.commands.put({
        key,
        name: 'withdraw',
        method: 'POST',
        path: '/api/wallet/withdrawAll',
        body: { amount: Number(key.slice(1)) },
        createdAt: Date.now(),
        ...changes,
      }),
    );
  const rows = () => withMemberDb('M1', (db) => db.commands.toArray());

  it('after a reload nothing is sent without a member, and nothing fails', async () => {
    await logout('discard');
    server.on('GET /api/account/profile', offline);
    storeToken('unknown', true);

    await resumeCommands();

    expect(requests).toEqual([]);
  });

  it('after a reload the newest of two commands of one name is shown, and the other’s outcome does not replace it', async () => {
    const { handler, arrive: respond } = buildLateResponse();
    await storeCommand('k1', { createdAt: Date.now() - 1_000 });
    await storeCommand('k2');
    onCall(WITHDRAW, handler, refuse);
    const before = syncs();

    const resuming = resumeCommands();
    await eventually(() => expect(requests).toHaveLength(2));
    await eventually(async () => expect(await rows()).toHaveLength(1));
    expect(commandStages.get().get('withdraw')).toMatchObject({
      at: 'checking',
      request: { body: { amount: 2 } },
    });
    respond(() => ok({ statement: {} }));
    await resuming;

    expect(commandStages.get().get('withdraw')).toMatchObject({
      at: 'done',
      request: { body: { amount: 2 } },
    });
    await eventually(() => expect(syncs()).toBeGreaterThan(before));
  });

  it('after a reload a command that may have been executed keeps its key if the token was refused', async () => {
    await storeCommand('k1');
    onCall(WITHDRAW, () => refusal(401, 'UNAUTHORIZED'));

    await resumeCommands();

    expect(await rows()).toMatchObject([{ key: 'k1' }]);
  });

  it('after a reload the server’s clock decides which commands are too old', async () => {
    const real = Date.now();
    const DAY = 24 * 3_600_000;
    server.on('GET /api/lookup/active', () => withDate(ok({ terminated: '' }), real));
    server.on('GET /api/sync', () => withDate(refusal(500, 'INTERNAL_SERVER_ERROR'), real));
    await storeCommand('k1', { createdAt: real });
    await storeCommand('k2', { createdAt: real + DAY });
    onCall(WITHDRAW, () => withDate(ok({ statement: {} }), real));
    vi.setSystemTime(real + DAY);

    const resuming = resumeCommands();
    await eventually(() => expect(currentStage()).toBe('checking'));
    await syncNow();
    await resuming;

    expect(requests.map(({ key }) => key)).toEqual(['k1']);
    expect(await rows()).toEqual([]);
    vi.setSystemTime(real);
    noteServerDate(new Date(real).toUTCString());
  });

  it('after a reload an old command does not replace one that the member sends meanwhile', async () => {
    await storeCommand('k1');
    const { handler, arrive: respond } = buildLateResponse();
    onCall(WITHDRAW, handler, handler);
    const sending = sendCommand(withdrawal());
    await eventually(() => expect(requests).toHaveLength(1));

    const resuming = resumeCommands();
    await eventually(() => expect(requests.map(({ key }) => key)).toContain('k1'));

    expect(commandStages.get().get('withdraw')).toMatchObject({
      at: 'sending',
      request: { body: { amount: 500 } },
    });
    respond(() => ok({ statement: {} }));
    await Promise.all([sending, resuming]);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { spareKeysOf } from '../engine/commands/spare';
import { notePromise } from '../engine/outbox/recovery';
import { eventually } from '../../../test/eventually';
import { refusal } from '../../../test/network';
import { offline, ok, stubServer, type TestServer } from '../../../test/server';
import { call } from '../api/client';
import { enqueuePicture } from '../domains/slip/store';
import { withDeviceDb, withMemberDbAfterSession, withMemberDb } from '../storage/storage';
import { logout, unsentCount } from '../app/logout';
import { clearSessionData, getSession, login } from './session';
import { expireSession, finishDeletions, resolveMember } from './token';

let server: TestServer;
let tokens = 0;

beforeEach(() => {
  server = stubServer();
  server.on('POST /api/login', () => ok({ token: `token-${++tokens}`, expiresAt: '' }));
  server.on('POST /api/logout', () => ok());
  server.on('GET /api/account/profile', ({ headers }) => {
    const [, member] = /--(\w+)$/.exec(headers.get('Authorization') ?? '') ?? [];
    return ok({ profile: { _id: member ?? 'M1' } });
  });
  server.on('GET /api/sync', offline);
  server.on('POST /api/wallet/slip', offline);
});

afterEach(async () => {
  if (getSession()) await logout('discard');
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const signIn = (rememberMe: boolean) => login({ username: '08', password: 'x', rememberMe });

const queueSlip = (id: string) =>
  withMemberDb('M1', (db) =>
    enqueuePicture(db, { id, bytes: new ArrayBuffer(1), mime: 'image/png', sha256: '' }, Date.now()),
  );

const deviceTokens = () =>
  withDeviceDb(async (db) =>
    (await db.sessions.toArray()).map(({ memberId, token }) => ({ memberId, token })),
  );

describe('the token', () => {
  // spec 3.39
  it('the token is in local storage and in the service worker’s copy with remember-me', async () => {
    const session = await signIn(true);

    expect(localStorage.getItem('token')).toBe(session.token);
    expect(sessionStorage.getItem('token')).toBeNull();
    expect(await deviceTokens()).toEqual([{ memberId: 'M1', token: session.token }]);
  });

  // spec 3.39
  it('the token is in session storage only without remember-me', async () => {
    const session = await signIn(false);

    expect(sessionStorage.getItem('token')).toBe(session.token);
    expect(localStorage.getItem('token')).toBeNull();
    expect(await deviceTokens()).toEqual([{ memberId: 'M1', token: undefined }]);
  });

  it('the session has the member’s id', async () => {
    await signIn(true);

    expect(getSession()).toMatchObject({ memberId: 'M1', remember: true });
  });

  it('a login succeeds without the member’s id, which is requested again later', async () => {
    server.on('GET /api/account/profile', offline);
    const session = await signIn(true);
    expect(session.memberId).toBeNull();

    server.on('GET /api/account/profile', () => ok({ profile: { _id: 'M1' } }));

    expect(await resolveMember()).toMatchObject({ memberId: 'M1', token: session.token });
  });

  it('a session never has another member’s id', async () => {
    await signIn(true);
    localStorage.setItem('token', 'of-another-tab--M2');

    expect(getSession()?.memberId).toBeNull();
    expect(await resolveMember()).toEqual({ token: 'of-another-tab--M2', memberId: 'M2' });
  });

  // spec 3.38a
  it('the session uses only known keys of local storage', async () => {
    await signIn(true);

    expect(Object.keys({ ...localStorage })).toEqual(['token']);
  });
});

describe('an expired session', () => {
  it('expiry deletes the token and keeps the queue for the same member', async () => {
    await signIn(true);
    await queueSlip('a');
    server.on('GET /api/wallet', () => refusal(401, 'invalid-token'));

    await call('GET', '/api/wallet').catch(() => {});

    expect(getSession()).toBeNull();
    await eventually(async () => expect(await deviceTokens()).toEqual([]));
    await signIn(false);
    expect(await unsentCount()).toBe(1);
  });

  it('expiry of a replaced token ends nothing', async () => {
    const { token } = await signIn(true);
    const second = await signIn(true);

    expect(expireSession(token)).toBe(false);
    expect(getSession()?.token).toBe(second.token);
  });
});

describe('a public page', () => {
  it('a public page deletes token and session keys and keeps the queue', async () => {
    await signIn(true);
    await queueSlip('a');
    localStorage.setItem('last_sync', 'then');
    localStorage.setItem('code', 'PRABC');
    localStorage.setItem('locale', 'lo');

    clearSessionData();

    expect({ ...localStorage }).toEqual({ code: 'PRABC', locale: 'lo' });
    expect(getSession()).toBeNull();
    expect(server.calls).toContain('POST /api/logout');
    expect(await withMemberDbAfterSession('M1', (db) => db.outbox.count())).toBe(1);
  });

  it('a public page without a session sends no request', () => {
    clearSessionData();

    expect(server.calls).toEqual([]);
  });
});

describe('logout', () => {
  it('logout with unsent items that cannot be sent leaves the member logged in', async () => {
    await signIn(true);
    await queueSlip('a');

    expect(await logout('send')).toEqual({ done: false, unsent: 1 });
    expect(getSession()).not.toBeNull();
  });

  it('logout deletes all data of the member, and the token last', async () => {
    await signIn(true);
    await queueSlip('a');
    localStorage.setItem('remember-agreement', 'M1');
    notePromise('M1', { id: 'a', kind: 'slip', capturedAt: 1 }, async () => 'a');
    spareKeysOf('M1').put({
      key: 'k',
      name: 'withdraw',
      method: 'POST',
      path: '/api/wallet/withdrawAll',
      body: { amount: 500 },
      createdAt: 1,
    });

    expect(await logout('discard')).toEqual({ done: true, unsent: 0 });

    expect({ ...localStorage }).toEqual({});
    expect(await databases()).not.toContain('w_M1');
    await eventually(async () => expect(await deviceTokens()).toEqual([]));
    expect(server.calls.at(-1)).toBe('POST /api/logout');
  });

  it('logout works without a network', async () => {
    await signIn(true);
    server.on('POST /api/logout', offline);

    await logout('discard');

    expect(getSession()).toBeNull();
    expect(await databases()).not.toContain('w_M1');
  });

  it('logout completes although a running call is refused because the token was revoked', async () => {
    const { token } = await signIn(true);
    let ended: boolean | undefined;
    server.on('POST /api/logout', () => {
      ended = expireSession(token);
      return ok();
    });

    await logout('discard');

    expect(ended).toBe(false);
    expect(getSession()).toBeNull();
    expect(await databases()).not.toContain('w_M1');
  });

  describe('logout on a device whose database cannot be deleted', () => {
    const failDeletion = () =>
      vi.spyOn(indexedDB, 'deleteDatabase').mockImplementationOnce(() => {
        throw new DOMException('Internal error', 'UnknownError');
      });

    it('logout ends the session, and the next start deletes what is left', async () => {
      await signIn(true);
      await queueSlip('a');
      failDeletion();

      expect(await logout('discard')).toEqual({ done: true, unsent: 0 });
      expect(getSession()).toBeNull();
      expect(await databases()).toContain('w_M1');

      await finishDeletions();
      expect(await databases()).not.toContain('w_M1');
      expect({ ...localStorage }).toEqual({});
    });

    it('discarded items are not sent after the member’s next login', async () => {
      await signIn(true);
      await queueSlip('a');
      failDeletion();
      await logout('discard');

      await signIn(true);

      expect(await unsentCount()).toBe(0);
    });
  });

  it('logout is not undone by a late response', async () => {
    await signIn(true);
    await logout('discard');

    await expect(withMemberDb('M1', (db) => db.home.toArray())).rejects.toThrow();
    expect(await databases()).not.toContain('w_M1');
  });
});

async function databases(): Promise<string[]> {
  return (await indexedDB.databases()).map(({ name }) => name ?? '');
}

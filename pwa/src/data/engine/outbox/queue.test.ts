import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { offline, ok, stubServer, type TestServer } from '../../../../test/server';
import { storedGuest } from '../../session/guest';
import { enqueueMessage } from '../../domains/chat/room';
import { logout } from '../../app/logout';
import { getSession, login } from '../../session/session';
import { forgetSession, storeToken } from '../../session/token';
import { withDeviceDb, withMemberDb } from '../../storage/storage';
import { cancelItem, retryItem } from './index';
import { movingLane } from '../../domains/chat/moving-items';
import { canSendWhileClosed, currentStoredQueue, currentQueue } from './queue';

let server: TestServer;

beforeEach(() => {
  server = stubServer();
  server.on('POST /api/login', () => ok({ token: 't', expiresAt: '' }));
  server.on('POST /api/logout', () => ok());
  server.on('GET /api/account/profile', () => ok({ profile: { _id: 'M1' } }));
  server.on('POST /api/chat/send-message', offline);
});

afterEach(async () => {
  if (getSession()) await logout('discard');
  await withDeviceDb((db) => Promise.all([db.outbox.clear(), db.facts.clear(), db.sessions.clear()]));
  localStorage.clear();
  vi.unstubAllGlobals();
});

const message = { message_type: 'text', payload: 'hello' } as const;
const queueText = (id: string) => withDeviceDb((db) => enqueueMessage(db, { id, message }, Date.now()));
const guestItems = () => withDeviceDb((db) => db.outbox.toArray());

describe('the queue without a session', () => {
  it('without a session nothing is sent and no guest is created if nobody wrote anything', async () => {
    expect(await currentQueue()).toBeNull();
    expect(storedGuest()).toBeNull();
  });

  it('a guest’s messages are sent as the guest', async () => {
    await queueText('c');

    const queue = await currentQueue();

    expect(queue?.caller).toEqual({ guestId: storedGuest() });
    expect(await queue?.withDb((db) => db.outbox.count())).toBe(1);
    expect(await queue?.synced((db) => db.outbox.count())).toBe(1);
  });

  it('messages that are moving to a member’s queue are not sent as the guest', async () => {
    await queueText('c');
    await withDeviceDb((db) => db.outbox.toCollection().modify({ lane: movingLane('M1') }));

    expect(await currentQueue()).toBeNull();
  });

  it('a guest can cancel a message', async () => {
    await queueText('c');

    await cancelItem('c');

    expect(await guestItems()).toEqual([]);
  });

  it('a guest can retry a message at once', async () => {
    await queueText('c');
    await withDeviceDb((db) => db.outbox.toCollection().modify({ state: 'needs_user', tries: 20 }));

    await retryItem('c');

    expect(await guestItems()).toMatchObject([{ confirmedAt: expect.any(Number) }]);
  });
});

describe('the queue of a member', () => {
  it('a member’s queue is in their own database, whatever a guest has queued', async () => {
    await queueText('c');
    await login({ username: '08', password: 'x', rememberMe: true });

    const queue = await currentQueue();
    const stored = await currentStoredQueue();

    expect(queue?.caller).toEqual({ memberId: 'M1', token: 't' });
    expect(await queue?.withDb(async (db) => db.name)).toBe('w_M1');
    expect(await queue?.synced(async (db) => db.name)).toBe('w_M1');
    expect(await stored.withDb(async (db) => db.name)).toBe('w_M1');
    expect(stored.owner).toBe('M1');
  });

  it('a member’s queue outlives the session, and synced data does not', async () => {
    await login({ username: '08', password: 'x', rememberMe: true });
    const queue = await currentQueue();
    await withMemberDb('M1', (db) => db.outbox.count());

    localStorage.removeItem('token');
    sessionStorage.removeItem('token');
    expect(getSession()).toBeNull();

    expect(await queue?.withDb((db) => db.outbox.count())).toBe(0);
    await expect(queue?.synced((db) => db.outbox.count())).rejects.toThrow('the session has ended');
  });

  it('nothing is cancelled or retried while the member’s id is unknown', async () => {
    server.on('GET /api/account/profile', offline);
    storeToken('t', true);

    await expect(retryItem('c')).rejects.toMatchObject({ code: 'NETWORK' });
    await expect(cancelItem('c')).rejects.toMatchObject({ code: 'NETWORK' });
  });
});

it.each([
  ['Android, remembered', true, true, true],
  ['Android, for this visit only', true, false, false],
  ['an iPhone', false, true, false],
])(
  'canSendWhileClosed returns whether the outbox is sent while the app is closed: %s',
  (_, hasSync, remember, expected) => {
    if (hasSync) vi.stubGlobal('SyncManager', class {});
    storeToken('t', remember);

    expect(canSendWhileClosed()).toBe(expected);
    forgetSession('t');
  },
);

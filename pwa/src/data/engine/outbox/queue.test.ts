import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { offline, ok, serve, type TestServer } from '../../../../test/server';
import { storedGuest } from '../../session/guest';
import { enqueueMessage } from '../../domains/chat/room';
import { logout } from '../../app/logout';
import { getSession, login } from '../../session/session';
import { forgetSession, keepToken } from '../../session/token';
import { inDevice, inMember } from '../../storage/storage';
import { cancelItem, retryItem } from './index';
import { laneTo } from '../../domains/chat/aside';
import { canSendWhileClosed, currentPlace, currentQueue } from './queue';

let server: TestServer;

beforeEach(() => {
  server = serve();
  server.on('POST /api/login', () => ok({ token: 't', expiresAt: '' }));
  server.on('POST /api/logout', () => ok());
  server.on('GET /api/account/profile', () => ok({ profile: { _id: 'M1' } }));
  server.on('POST /api/chat/send-message', offline);
});

afterEach(async () => {
  if (getSession()) await logout('discard');
  await inDevice((db) => Promise.all([db.outbox.clear(), db.facts.clear(), db.sessions.clear()]));
  localStorage.clear();
  vi.unstubAllGlobals();
});

const message = { message_type: 'text', payload: 'hello' } as const;
const say = (id: string) => inDevice((db) => enqueueMessage(db, { id, message }, Date.now()));
const ofGuest = () => inDevice((db) => db.outbox.toArray());

describe('without a session', () => {
  it('nothing is sent, and no guest is made, where nobody has said anything', async () => {
    expect(await currentQueue()).toBeNull();
    expect(storedGuest()).toBeNull();
  });

  it('what a guest has said is sent in the guest’s name', async () => {
    await say('c');

    const queue = await currentQueue();

    expect(queue?.caller).toEqual({ guestId: storedGuest() });
    expect(await queue?.store((db) => db.outbox.count())).toBe(1);
    expect(await queue?.synced((db) => db.outbox.count())).toBe(1);
  });

  it('what is on its way to a member’s queue is not the guest’s to send', async () => {
    await say('c');
    await inDevice((db) => db.outbox.toCollection().modify({ lane: laneTo('M1') }));

    expect(await currentQueue()).toBeNull();
  });

  it('a guest can give up what was said', async () => {
    await say('c');

    await cancelItem('c');

    expect(await ofGuest()).toEqual([]);
  });

  it('a guest can have it tried again at once', async () => {
    await say('c');
    await inDevice((db) => db.outbox.toCollection().modify({ state: 'needs_user', tries: 20 }));

    await retryItem('c');

    expect(await ofGuest()).toMatchObject([{ confirmedAt: expect.any(Number) }]);
  });
});

describe('of a member', () => {
  it('the queue lies in their own database, whatever a guest has said here', async () => {
    await say('c');
    await login({ username: '08', password: 'x', rememberMe: true });

    const queue = await currentQueue();
    const place = await currentPlace();

    expect(queue?.caller).toEqual({ memberId: 'M1', token: 't' });
    expect(await queue?.store(async (db) => db.name)).toBe('w_M1');
    expect(await queue?.synced(async (db) => db.name)).toBe('w_M1');
    expect(await place.store(async (db) => db.name)).toBe('w_M1');
    expect(place.owner).toBe('M1');
  });

  it('the queue outlives the session, and what the server tells does not', async () => {
    await login({ username: '08', password: 'x', rememberMe: true });
    const queue = await currentQueue();
    await inMember('M1', (db) => db.outbox.count());

    localStorage.removeItem('token');
    sessionStorage.removeItem('token');
    expect(getSession()).toBeNull();

    expect(await queue?.store((db) => db.outbox.count())).toBe(0);
    await expect(queue?.synced((db) => db.outbox.count())).rejects.toThrow('the session has ended');
  });

  it('who is not known yet, nothing is given up or tried again', async () => {
    server.on('GET /api/account/profile', offline);
    keepToken('t', true);

    await expect(retryItem('c')).rejects.toMatchObject({ code: 'NETWORK' });
    await expect(cancelItem('c')).rejects.toMatchObject({ code: 'NETWORK' });
  });
});

it.each([
  ['Android, remembered', true, true, true],
  ['Android, for this visit only', true, false, false],
  ['an iPhone', false, true, false],
])('says whether the outbox goes out while the app is closed: %s', (_, hasSync, remember, expected) => {
  if (hasSync) vi.stubGlobal('SyncManager', class {});
  keepToken('t', remember);

  expect(canSendWhileClosed()).toBe(expected);
  forgetSession('t');
});

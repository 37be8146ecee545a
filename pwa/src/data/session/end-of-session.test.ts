import Dexie from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../test/eventually';
import { refusal } from '../../../test/network';
import { offline, ok, stubServer, type TestServer } from '../../../test/server';
import { call } from '../api/client';
import { command } from '../engine/commands/send';
import { enqueuePicture } from '../domains/slip/store';
import { refreshHome } from '../engine/home/home';
import { withDeviceDb, withMemberDbAfterSession, withMemberDb } from '../storage/storage';
import { waitForDeletions } from './end-of-session';
import { logout } from '../app/logout';
import { clearSessionData, getSession, login } from './session';
import { finishDeletions, followOtherTabs } from './token';

let server: TestServer;
let logins = 0;

beforeEach(async () => {
  server = stubServer();
  server.on('POST /api/login', ({ body }) =>
    ok({ token: `t${++logins}--${(body as { username: string }).username}` }),
  );
  server.on('POST /api/logout', () => ok());
  server.on('GET /api/account/profile', ({ headers }) =>
    ok({ profile: { _id: headers.get('Authorization')!.split('--')[1] } }),
  );
  server.on('GET /api/sync', offline);
  server.on('POST /api/wallet/slip', offline);
  await signIn('M1');
  await fillStorage('M1');
});

afterEach(async () => {
  await signIn('M1').then(() => logout('discard'));
  localStorage.clear();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const signIn = (username: string, rememberMe = true) => login({ username, password: 'x', rememberMe });

/** Stores a queued slip with its picture, a withdrawal without a response, and all kinds of synced data. */
async function fillStorage(memberId: string): Promise<void> {
  const slip = { id: 'a', bytes: new ArrayBuffer(1), mime: 'image/png', sha256: '' };
  await withMemberDb(memberId, (db) => enqueuePicture(db, slip, 1));
  await withMemberDb(memberId, async (db) => {
    const command = { method: 'POST' as const, body: {}, createdAt: Date.now() };
    await db.commands.put({ ...command, key: 'k', name: 'withdraw', path: '/api/wallet/withdrawAll' });
    await db.commands.put({
      ...command,
      key: 'n',
      name: 'bankAccountName',
      path: '/api/account/bankAccountName',
    });
    await db.lookups.put({ key: 'deposit', etag: '', data: 'own bank', fetchedAt: 1 });
    await db.home.put({ key: 'bankAccount', value: '0123456789', fetchedAt: 1 });
    await db.lookups.put({ key: 'limits', etag: '', data: 1, fetchedAt: 1 });
    await db.statement.put({ _id: 's', createdAt: '' } as never);
    await db.slips.put({ clientId: 'old', createdAt: '' } as never);
    await db.cursors.put({ scope: 'slips', total: 1, floor: '', fetchedAt: 1 });
    await db.chat.put({ room: memberId, seq: 1 } as never);
    await db.rooms.put({ room: memberId });
    await db.blobs.put({ id: 'stray', bytes: new ArrayBuffer(1), mime: '', sha256: '' });
  });
  await withDeviceDb((db) =>
    db.shared.put({ id: 1, memberId, name: '', mime: '', bytes: new ArrayBuffer(1), sharedAt: Date.now() }),
  );
  localStorage.setItem('last_sync', 'then');
  localStorage.setItem('hide-amounts', '1');
  sessionStorage.setItem('chat-draft', '["M1","my words"]');
}

/** Returns what is left in the member's database, by table. */
function storedKeys(memberId = 'M1'): Promise<Record<string, unknown[]>> {
  return withMemberDbAfterSession(memberId, async (db) => {
    const tables = await Promise.all(
      db.tables.map(async (table) => [table.name, await table.toCollection().primaryKeys()] as const),
    );
    return Object.fromEntries(tables.filter(([, keys]) => keys.length > 0));
  });
}

const KEPT = { outbox: [expect.any(Number)], blobs: ['a'], slips: ['a'], commands: ['k'] };

async function expectKeptOnly(): Promise<void> {
  await eventually(async () => expect(await storedKeys()).toEqual(KEPT));
  await eventually(async () =>
    expect(await withDeviceDb((db) => Promise.all([db.sessions.count(), db.shared.count()]))).toEqual([0, 1]),
  );
  expect({ ...localStorage }).toEqual({});
  expect({ ...sessionStorage }).toEqual({});
}

const refuseToken = async () => {
  server.on('GET /api/wallet', () => refusal(401, 'invalid-token'));
  await call('GET', '/api/wallet').catch(() => {});
};

describe('the end of a session keeps the queue and the money commands without a response, and nothing else', () => {
  it('data is deleted when the server refuses the token', async () => {
    await refuseToken();

    await expectKeptOnly();
  });

  // spec 2.15, 6.4
  it('data is deleted when a public page is opened', async () => {
    clearSessionData();

    await expectKeptOnly();
  });

  it('data is deleted when another tab ends the session and is closed before deleting anything', async () => {
    const stop = followOtherTabs(() => {});

    localStorage.removeItem('token');
    localStorage.removeItem('last_sync');
    dispatchEvent(Object.assign(new Event('storage'), { key: 'token' }));

    await eventually(async () => expect(await storedKeys()).toEqual(KEPT));
    stop();
  });

  it('data is deleted when the page was killed right after the token was removed', async () => {
    localStorage.removeItem('token');
    expect(getSession()).toBeNull();

    await finishDeletions();

    expect(await storedKeys()).toEqual(KEPT);
  });
});

describe('a session does not end', () => {
  it.each([
    ['a captive portal’s 401', () => new Response('<html>log in to the Wi-Fi</html>', { status: 401 })],
    ['another server’s JSON', () => Response.json({ error: 'unauthorized' }, { status: 401 })],
    ['a request for the password', () => refusal(401, 'EXPIRED_AUTH_TOKEN')],
  ])('a session does not end by %s', async (_, response) => {
    const before = await storedKeys();
    server.on('GET /api/wallet', response);

    await call('GET', '/api/wallet').catch(() => {});
    await waitForDeletions();

    expect(getSession()).not.toBeNull();
    expect(await storedKeys()).toEqual(before);
  });

  it('the start of a page ends no session of a member who is logged in in another page', async () => {
    const before = await storedKeys();

    await finishDeletions();

    expect(await storedKeys()).toEqual(before);
  });
});

describe('after the end of a session', () => {
  it('a late response is not stored', async () => {
    let respond: (response: Response) => void = () => {};
    server.on('GET /api/wallet', () => new Promise((resolve) => (respond = resolve)));
    const late = refreshHome();
    await eventually(() => expect(server.calls).toContain('GET /api/wallet'));

    clearSessionData();
    await waitForDeletions();
    respond(ok({ wallet: { amount: 5, asOf: '' }, profile: { _id: 'M1' } }));
    await late;

    expect(await storedKeys()).toEqual(KEPT);
  });

  it('a refused command is not repeated', async () => {
    server.on('POST /api/wallet/withdrawAll', () => refusal(401, 'invalid-token'));

    await command('withdrawAll', { body: { amount: 7 } }).catch(() => {});

    await eventually(async () => expect(await storedKeys()).toEqual(KEPT));
  });

  it('another member finds nothing, and the first member finds the queue', async () => {
    clearSessionData();
    await signIn('M2');
    await waitForDeletions();

    expect(await storedKeys('M2')).toEqual({});
    expect(await storedKeys()).toEqual(KEPT);

    await logout('discard');
    await signIn('M1');
    expect(await withMemberDb('M1', (db) => db.outbox.count())).toBe(1);
    expect(await withMemberDb('M1', (db) => db.commands.toArray())).toMatchObject([{ key: 'k' }]);
  });

  // spec 4.8
  it('logout leaves no database, no token, and no session data', async () => {
    await logout('discard');
    await waitForDeletions();

    expect(await Dexie.getDatabaseNames()).not.toContain('w_M1');
    expect([getSession(), { ...localStorage }, { ...sessionStorage }]).toEqual([null, {}, {}]);
  });
});

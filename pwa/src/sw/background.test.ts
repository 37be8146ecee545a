import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { enqueueMessage } from '@/data/domains/chat/room';
import { enqueuePicture } from '@/data/domains/slip/store';
import { withDeviceDb, withMemberDbAfterSession, withMemberDb } from '@/data/storage/storage';
import { FakeLocks } from '../../test/locks';
import { refusal } from '../../test/network';
import { offline, ok, stubServer, type TestServer } from '../../test/server';

let server: TestServer;
let pages: { postMessage(message: unknown, ports: MessagePort[]): void }[];
let uploads: string[];
let drainInBackground: () => Promise<void>;

beforeEach(async () => {
  server = stubServer();
  pages = [];
  uploads = [];
  vi.stubGlobal('self', {
    clients: { matchAll: async () => pages },
    navigator: { locks: new FakeLocks().client() },
  });
  acceptSlips();
  ({ drainInBackground } = await import('./background'));
  await withMemberDb('M1', (db) =>
    enqueuePicture(db, { id: 'a', bytes: new ArrayBuffer(1), mime: 'image/png', sha256: '' }, Date.now()),
  );
});

afterEach(async () => {
  await withMemberDb('M1', (db) => Promise.all([db.outbox.clear(), db.slips.clear()]));
  await withDeviceDb((db) =>
    Promise.all([
      db.sessions.clear(),
      db.facts.clear(),
      db.outbox.clear(),
      db.chat.clear(),
      db.rooms.clear(),
    ]),
  );
  vi.unstubAllGlobals();
});

function acceptSlips(): void {
  server.on('POST /api/wallet/slip', ({ body, headers }) => {
    const clientId = (body as FormData).get('clientId');
    uploads.push(`${headers.get('Authorization')} ${clientId}`);
    return ok({ clientId, status: 'PENDING', reference: 'r', version: 1 }, 202);
  });
}

const remember = () =>
  withDeviceDb((db) => db.sessions.put({ tokenHash: 'h', memberId: 'M1', token: 't', savedAt: 1 }));

const items = () => withMemberDb('M1', (db) => db.outbox.toArray());

const pageWith = (response: unknown) => ({
  postMessage: (_: unknown, [port]: MessagePort[]) => port?.postMessage(response),
});

describe('a background sync', () => {
  it('a background sync sends with the remembered token, without any page', async () => {
    await remember();

    await drainInBackground();

    expect(uploads).toEqual(['Bearer t a']);
    expect(await items()).toEqual([]);
  });

  it('a background sync uses the token of an open page if none is remembered', async () => {
    pages = [pageWith(null), pageWith({ memberId: 'M1', token: 'lent' })];

    await drainInBackground();

    expect(uploads).toEqual(['Bearer lent a']);
  });

  it('a background sync without a token leaves the queue, and requests no retry', async () => {
    await drainInBackground();

    expect(uploads).toEqual([]);
    expect(await items()).toMatchObject([{ state: 'queued' }]);
  });

  it('a background sync throws on a network failure, so that the browser retries', async () => {
    await remember();
    server.on('POST /api/wallet/slip', offline);

    await expect(drainInBackground()).rejects.toThrow('still to be sent');
    expect(await items()).toMatchObject([{ state: 'waiting' }]);
  });

  it('a background sync requests no retry for an item that needs the member', async () => {
    await remember();
    server.on('POST /api/wallet/slip', () => refusal(413, 'SLIP_INVALID_FILE'));

    await drainInBackground();

    expect(await items()).toMatchObject([{ state: 'needs_user' }]);
  });

  it('a background sync sends a guest’s messages without a token', async () => {
    const sent: unknown[] = [];
    server.on('POST /api/chat/send-message', ({ body, headers }) => {
      sent.push({ ...(body as object), token: headers.get('Authorization') });
      return ok({ _id: 'm', seq: 1, timestamp: '2026-01-01T00:00:00Z' });
    });
    const message = { message_type: 'text', payload: 'hello' } as const;
    await withDeviceDb(async (db) => {
      await db.facts.put({ key: 'guest', value: { id: 'g', used: true } });
      await enqueueMessage(db, { id: 'c', message }, Date.now());
    });

    await drainInBackground();

    expect(sent).toEqual([{ clientId: 'c', guestId: 'g', message, token: null }]);
    expect(await withDeviceDb((db) => db.outbox.count())).toBe(0);
    expect(await withDeviceDb((db) => db.chat.toArray())).toMatchObject([
      { room: 'g', seq: 1, clientId: 'c' },
    ]);
  });

  it('a background sync leaves a guest with a retired id to the next page, which can make another', async () => {
    server.on('POST /api/chat/send-message', () => refusal(403, 'INVALID_USER_2'));
    const message = { message_type: 'text', payload: 'hello' } as const;
    await withDeviceDb(async (db) => {
      await db.facts.put({ key: 'guest', value: { id: 'g', used: true } });
      await enqueueMessage(db, { id: 'c', message }, Date.now());
    });

    await drainInBackground();

    expect(await withDeviceDb((db) => db.outbox.toArray())).toMatchObject([{ state: 'queued', tries: 0 }]);
    expect(server.calls).toHaveLength(1);
  });

  it('a refused token ends its session: synced data and the token’s copy are deleted, the queue stays', async () => {
    await remember();
    await withMemberDb('M1', (db) => db.home.put({ key: 'bankAccount', value: '0123456789', fetchedAt: 1 }));
    server.on('POST /api/wallet/slip', () => refusal(401, 'invalid-token'));

    await drainInBackground();

    expect(await items()).toMatchObject([{ state: 'needs_login' }]);
    expect(await withDeviceDb((db) => db.sessions.count())).toBe(0);
    expect(await withMemberDbAfterSession('M1', (db) => db.home.count())).toBe(0);
  });
});

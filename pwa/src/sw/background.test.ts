import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { enqueueMessage } from '@/data/domains/chat/room';
import { enqueue } from '@/data/domains/slip/store';
import { inDevice, inKept, inMember } from '@/data/storage/storage';
import { LockWorld } from '../../test/locks';
import { refusal } from '../../test/network';
import { offline, ok, serve, type TestServer } from '../../test/server';

let server: TestServer;
let pages: { postMessage(message: unknown, ports: MessagePort[]): void }[];
let uploads: string[];
let drainInBackground: () => Promise<void>;

beforeEach(async () => {
  server = serve();
  pages = [];
  uploads = [];
  vi.stubGlobal('self', {
    clients: { matchAll: async () => pages },
    navigator: { locks: new LockWorld().client() },
  });
  online();
  ({ drainInBackground } = await import('./background'));
  await inMember('M1', (db) =>
    enqueue(db, { id: 'a', bytes: new ArrayBuffer(1), mime: 'image/png', sha256: '' }, Date.now()),
  );
});

afterEach(async () => {
  await inMember('M1', (db) => Promise.all([db.outbox.clear(), db.slips.clear()]));
  await inDevice((db) =>
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

function online(): void {
  server.on('POST /api/wallet/slip', ({ body, headers }) => {
    const clientId = (body as FormData).get('clientId');
    uploads.push(`${headers.get('Authorization')} ${clientId}`);
    return ok({ clientId, status: 'PENDING', reference: 'r', version: 1 }, 202);
  });
}

const remember = () =>
  inDevice((db) => db.sessions.put({ tokenHash: 'h', memberId: 'M1', token: 't', savedAt: 1 }));

const items = () => inMember('M1', (db) => db.outbox.toArray());

const page = (answer: unknown) => ({
  postMessage: (_: unknown, [port]: MessagePort[]) => port?.postMessage(answer),
});

describe('called in the background', () => {
  it('sends with the remembered token, without any page', async () => {
    await remember();

    await drainInBackground();

    expect(uploads).toEqual(['Bearer t a']);
    expect(await items()).toEqual([]);
  });

  it('borrows the token of an open page where none is remembered', async () => {
    pages = [page(null), page({ memberId: 'M1', token: 'lent' })];

    await drainInBackground();

    expect(uploads).toEqual(['Bearer lent a']);
  });

  it('leaves the queue waiting, and does not ask to be called again, where there is no token', async () => {
    await drainInBackground();

    expect(uploads).toEqual([]);
    expect(await items()).toMatchObject([{ state: 'queued' }]);
  });

  it('throws, to be called again, where the network fails', async () => {
    await remember();
    server.on('POST /api/wallet/slip', offline);

    await expect(drainInBackground()).rejects.toThrow('still to be sent');
    expect(await items()).toMatchObject([{ state: 'waiting' }]);
  });

  it('does not ask to be called again for what only the member can help with', async () => {
    await remember();
    server.on('POST /api/wallet/slip', () => refusal(413, 'SLIP_INVALID_FILE'));

    await drainInBackground();

    expect(await items()).toMatchObject([{ state: 'needs_user' }]);
  });

  it('sends a guest’s messages, for which no token is needed', async () => {
    const sent: unknown[] = [];
    server.on('POST /api/chat/send-message', ({ body, headers }) => {
      sent.push({ ...(body as object), token: headers.get('Authorization') });
      return ok({ _id: 'm', seq: 1, timestamp: '2026-01-01T00:00:00Z' });
    });
    const message = { message_type: 'text', payload: 'hello' } as const;
    await inDevice(async (db) => {
      await db.facts.put({ key: 'guest', value: { id: 'g', used: true } });
      await enqueueMessage(db, { id: 'c', message }, Date.now());
    });

    await drainInBackground();

    expect(sent).toEqual([{ clientId: 'c', guestId: 'g', message, token: null }]);
    expect(await inDevice((db) => db.outbox.count())).toBe(0);
    expect(await inDevice((db) => db.chat.toArray())).toMatchObject([{ room: 'g', seq: 1, clientId: 'c' }]);
  });

  it('leaves a guest whose id is no longer good to the next page, which can make a new one', async () => {
    server.on('POST /api/chat/send-message', () => refusal(403, 'INVALID_USER_2'));
    const message = { message_type: 'text', payload: 'hello' } as const;
    await inDevice(async (db) => {
      await db.facts.put({ key: 'guest', value: { id: 'g', used: true } });
      await enqueueMessage(db, { id: 'c', message }, Date.now());
    });

    await drainInBackground();

    expect(await inDevice((db) => db.outbox.toArray())).toMatchObject([{ state: 'queued', tries: 0 }]);
    expect(server.calls).toHaveLength(1);
  });

  it('ends the session of a refused token: what was synced goes with its copy of the token, the queue waits', async () => {
    await remember();
    await inMember('M1', (db) => db.home.put({ key: 'bankAccount', value: '0123456789', fetchedAt: 1 }));
    server.on('POST /api/wallet/slip', () => refusal(401, 'invalid-token'));

    await drainInBackground();

    expect(await items()).toMatchObject([{ state: 'needs_login' }]);
    expect(await inDevice((db) => db.sessions.count())).toBe(0);
    expect(await inKept('M1', (db) => db.home.count())).toBe(0);
  });
});

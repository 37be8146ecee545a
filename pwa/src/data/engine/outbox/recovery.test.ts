import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { enqueueMessage } from '../../domains/chat/room';
import { MemberDb, type QueueDb } from '../../storage/db';
import { enqueuePicture } from '../../domains/slip/store';
import { copies, recoverLost, forgetAllPromises, movePromises, notePromise } from './recovery';
import { lostItems, promisesOf } from './promises';
import type { StoredQueue } from './queue';
import { checkPromises } from './run';
import { discardItem, removeItem } from './store';

const NOW = Date.UTC(2026, 0, 5);

let db: MemberDb;
let queue: StoredQueue;

beforeEach(() => {
  db = new MemberDb('M1', { indexedDB: new IDBFactory(), IDBKeyRange });
  const withDb = <T>(work: (db: QueueDb) => Promise<T>) => work(db);
  queue = { owner: 'M1', withDb };
});

afterEach(() => {
  for (const owner of ['M1', 'M2', 'guest']) forgetAllPromises(owner);
  copies.clear();
  lostItems.set([]);
});

const bytes = new TextEncoder().encode('a picture').buffer;

async function queueSlip(id: string): Promise<void> {
  const write = (database: QueueDb) =>
    enqueuePicture(database as MemberDb, { id, bytes, mime: 'image/png', sha256: `of ${id}` }, NOW);
  await write(db);
  notePromise('M1', { id, kind: 'slip', capturedAt: NOW }, write, bytes);
}

async function queueText(id: string): Promise<void> {
  const message = { message_type: 'text', payload: 'hello' } as const;
  const write = async (database: QueueDb) => {
    await enqueueMessage(database, { id, message }, NOW);
    return id;
  };
  await write(db);
  notePromise('M1', { id, kind: 'chat', capturedAt: NOW }, write);
}

/** Empties the database, as the browser may do while the page is open. */
const emptyDatabase = () => Promise.all(db.tables.map((table) => table.clear()));
/** Drops the bytes, which are lost when a page closes. */
const closePage = () => copies.clear();
const idsOf = (items: readonly { id: string }[]) => items.map(({ id }) => id);
const queuedIds = async () => idsOf(await db.outbox.toArray());

describe('an item that vanished from the queue', () => {
  it('a vanished item is put back under its id, with its picture and in order, while the page is open', async () => {
    await queueSlip('a');
    await queueText('b');
    await queueSlip('c');
    await emptyDatabase();

    await recoverLost(queue);

    expect(await queuedIds()).toEqual(['a', 'b', 'c']);
    expect(await db.blobs.get('a')).toMatchObject({ sha256: 'of a' });
    expect(await db.slips.get('a')).toMatchObject({ unsent: true });
    expect(lostItems.get()).toEqual([]);
  });

  it('a vanished item is reported after its page was closed, and its unsent row is deleted', async () => {
    await queueSlip('a');
    closePage();
    await db.outbox.clear();

    await recoverLost(queue);

    expect(lostItems.get()).toEqual([{ id: 'a', kind: 'slip', capturedAt: NOW, size: bytes.byteLength }]);
    expect(await db.slips.get('a')).toBeUndefined();
  });

  it('a vanished item is reported at each start until the member has read it', async () => {
    await queueSlip('a');
    closePage();
    await emptyDatabase();
    await recoverLost(queue);
    lostItems.set([]);

    await checkPromises(queue);
    expect(idsOf(lostItems.get())).toEqual(['a']);

    forgetAllPromises('M1');
    await checkPromises(queue);
    expect(lostItems.get()).toEqual([]);
  });

  it('a vanished item is no longer reported once the server’s row arrives', async () => {
    await queueSlip('a');
    closePage();
    await emptyDatabase();
    await recoverLost(queue);

    await db.slips.put({ clientId: 'a', version: 1 } as never);
    await recoverLost(queue);

    expect(lostItems.get()).toEqual([]);
    expect(promisesOf('M1')).toEqual([]);
  });

  it('a vanished item is put back at most five times, then reported', async () => {
    await queueSlip('a');
    for (let i = 0; i < 6; i++) {
      await emptyDatabase();
      await recoverLost(queue);
    }

    expect(await queuedIds()).toEqual([]);
    expect(idsOf(lostItems.get())).toEqual(['a']);
  });

  it('a vanished item is reported if it cannot be queued again', async () => {
    const refuse = () => Promise.reject(new DOMException('', 'UnknownError'));
    notePromise('M1', { id: 'a', kind: 'slip', capturedAt: NOW }, refuse);

    await recoverLost(queue);

    expect(idsOf(lostItems.get())).toEqual(['a']);
  });

  it('a vanished item is reported to its owner only', async () => {
    await queueSlip('a');
    await emptyDatabase();

    await checkPromises({ ...queue, owner: 'M2' });

    expect(await queuedIds()).toEqual([]);
    expect(lostItems.get()).toEqual([]);
    expect(idsOf(promisesOf('M1'))).toEqual(['a']);
  });
});

describe('an item that left the queue', () => {
  it.each<[string, (id: string) => Promise<unknown>]>([
    ['sent, by this page or another', (id) => db.transaction('rw', db.tables, () => removeItem(db, id))],
    ['cancelled', (id) => discardItem(db, id)],
  ])('an item that left the queue is forgotten: %s', async (_, leave) => {
    await queueSlip('a');
    await leave('a');

    await recoverLost(queue);

    expect(promisesOf('M1')).toEqual([]);
    expect(copies.size).toBe(0);
    expect(lostItems.get()).toEqual([]);
  });

  it('a message that the conversation has is forgotten', async () => {
    await queueText('b');
    await db.outbox.clear();
    await db.chat.put({ room: 'M1', seq: 1, clientId: 'b' } as never);

    await recoverLost(queue);

    expect(promisesOf('M1')).toEqual([]);
  });

  it('the last five hundred tombstones are kept', async () => {
    await db.tombstones.bulkAdd(Array.from({ length: 700 }, (_, i) => ({ id: `old ${i}` })));
    await queueSlip('a');

    await recoverLost(queue);

    expect(await db.tombstones.count()).toBe(500);
  });
});

describe('the copies that a page keeps', () => {
  it('the oldest copies beyond 40 MB are dropped, and their ids stay', () => {
    const video = new ArrayBuffer(15 * 1024 * 1024);
    const note = (id: string) =>
      notePromise('M1', { id, kind: 'chat', capturedAt: NOW }, async () => id, video);

    for (const id of ['a', 'b', 'c']) note(id);

    expect([...copies.keys()]).toEqual(['b', 'c']);
    expect(idsOf(promisesOf('M1'))).toEqual(['a', 'b', 'c']);
  });

  it('a guest’s copies move to the member’s queue at login', () => {
    notePromise('guest', { id: 'a', kind: 'chat', capturedAt: NOW }, async () => 'a');

    movePromises('guest', 'M1', ['a']);

    expect(idsOf(promisesOf('M1'))).toEqual(['a']);
    expect(promisesOf('guest')).toEqual([]);
    expect(copies.has('a')).toBe(true);
  });
});

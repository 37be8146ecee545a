import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { enqueueMessage } from '../../domains/chat/room';
import { MemberDb, type QueueDb } from '../../storage/db';
import { enqueue } from '../../domains/slip/store';
import { copies, findLost, forgetAllPromises, movePromises, notePromise } from './recovery';
import { lostItems, promisesOf } from './promises';
import type { Place } from './queue';
import { checkPromises } from './run';
import { discard, removeItem } from './store';

const NOW = Date.UTC(2026, 0, 5);

let db: MemberDb;
let queue: Place;

beforeEach(() => {
  db = new MemberDb('M1', { indexedDB: new IDBFactory(), IDBKeyRange });
  const store = <T>(work: (db: QueueDb) => Promise<T>) => work(db);
  queue = { owner: 'M1', store };
});

afterEach(() => {
  for (const owner of ['M1', 'M2', 'guest']) forgetAllPromises(owner);
  copies.clear();
  lostItems.set([]);
});

const bytes = new TextEncoder().encode('a picture').buffer;

async function handIn(id: string): Promise<void> {
  const write = (on: QueueDb) =>
    enqueue(on as MemberDb, { id, bytes, mime: 'image/png', sha256: `of ${id}` }, NOW);
  await write(db);
  notePromise('M1', { id, kind: 'slip', capturedAt: NOW }, write, bytes);
}

async function say(id: string): Promise<void> {
  const message = { message_type: 'text', payload: 'hello' } as const;
  const write = async (on: QueueDb) => {
    await enqueueMessage(on, { id, message }, NOW);
    return id;
  };
  await write(db);
  notePromise('M1', { id, kind: 'chat', capturedAt: NOW }, write);
}

/** Empties the database, as the browser may do while the page is open. */
const empty = () => Promise.all(db.tables.map((table) => table.clear()));
/** Drops the bytes, which are lost when a page closes. */
const closePage = () => copies.clear();
const ids = (items: readonly { id: string }[]) => items.map(({ id }) => id);
const queued = async () => ids(await db.outbox.toArray());

describe('what vanished from the queue', () => {
  it('is put back under its id, with its picture and in its order, as long as the page lives', async () => {
    await handIn('a');
    await say('b');
    await handIn('c');
    await empty();

    await findLost(queue);

    expect(await queued()).toEqual(['a', 'b', 'c']);
    expect(await db.blobs.get('a')).toMatchObject({ sha256: 'of a' });
    expect(await db.slips.get('a')).toMatchObject({ unsent: true });
    expect(lostItems.get()).toEqual([]);
  });

  it('is told of once its page is closed, and its row promises nothing any more', async () => {
    await handIn('a');
    closePage();
    await db.outbox.clear();

    await findLost(queue);

    expect(lostItems.get()).toEqual([{ id: 'a', kind: 'slip', capturedAt: NOW, size: bytes.byteLength }]);
    expect(await db.slips.get('a')).toBeUndefined();
  });

  it('is told of at each start until the member has read it', async () => {
    await handIn('a');
    closePage();
    await empty();
    await findLost(queue);
    lostItems.set([]);

    await checkPromises(queue);
    expect(ids(lostItems.get())).toEqual(['a']);

    forgetAllPromises('M1');
    await checkPromises(queue);
    expect(lostItems.get()).toEqual([]);
  });

  it('is told of no more once the server’s row of it came after all', async () => {
    await handIn('a');
    closePage();
    await empty();
    await findLost(queue);

    await db.slips.put({ clientId: 'a', version: 1 } as never);
    await findLost(queue);

    expect(lostItems.get()).toEqual([]);
    expect(promisesOf('M1')).toEqual([]);
  });

  it('is put back five times at most: a store that takes all and keeps nothing is told of', async () => {
    await handIn('a');
    for (let i = 0; i < 6; i++) {
      await empty();
      await findLost(queue);
    }

    expect(await queued()).toEqual([]);
    expect(ids(lostItems.get())).toEqual(['a']);
  });

  it('is told of where the store does not take it again', async () => {
    const refuse = () => Promise.reject(new DOMException('', 'UnknownError'));
    notePromise('M1', { id: 'a', kind: 'slip', capturedAt: NOW }, refuse);

    await findLost(queue);

    expect(ids(lostItems.get())).toEqual(['a']);
  });

  it('is the owner’s alone', async () => {
    await handIn('a');
    await empty();

    await checkPromises({ ...queue, owner: 'M2' });

    expect(await queued()).toEqual([]);
    expect(lostItems.get()).toEqual([]);
    expect(ids(promisesOf('M1'))).toEqual(['a']);
  });
});

describe('what left the queue', () => {
  it.each<[string, (id: string) => Promise<unknown>]>([
    ['sent, by whoever', (id) => db.transaction('rw', db.tables, () => removeItem(db, id))],
    ['cancelled', (id) => discard(db, id)],
  ])('is forgotten: %s', async (_, leave) => {
    await handIn('a');
    await leave('a');

    await findLost(queue);

    expect(promisesOf('M1')).toEqual([]);
    expect(copies.size).toBe(0);
    expect(lostItems.get()).toEqual([]);
  });

  it('is forgotten as a message that the conversation has', async () => {
    await say('b');
    await db.outbox.clear();
    await db.chat.put({ room: 'M1', seq: 1, clientId: 'b' } as never);

    await findLost(queue);

    expect(promisesOf('M1')).toEqual([]);
  });

  it('is remembered of the last five hundred', async () => {
    await db.tombstones.bulkAdd(Array.from({ length: 700 }, (_, i) => ({ id: `old ${i}` })));
    await handIn('a');

    await findLost(queue);

    expect(await db.tombstones.count()).toBe(500);
  });
});

describe('the copies of a page', () => {
  it('are dropped from the oldest on beyond 40 MB, and their ids stay', () => {
    const film = new ArrayBuffer(15 * 1024 * 1024);
    const note = (id: string) =>
      notePromise('M1', { id, kind: 'chat', capturedAt: NOW }, async () => id, film);

    for (const id of ['a', 'b', 'c']) note(id);

    expect([...copies.keys()]).toEqual(['b', 'c']);
    expect(ids(promisesOf('M1'))).toEqual(['a', 'b', 'c']);
  });

  it('follow a guest into the account that they sign in to', () => {
    notePromise('guest', { id: 'a', kind: 'chat', capturedAt: NOW }, async () => 'a');

    movePromises('guest', 'M1', ['a']);

    expect(ids(promisesOf('M1'))).toEqual(['a']);
    expect(promisesOf('guest')).toEqual([]);
    expect(copies.has('a')).toBe(true);
  });
});

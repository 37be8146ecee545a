/**
 * Recovers items that vanish from the queue. The page notes each queued item, with the bytes of its file in
 * memory. If an item is gone, it is put back if the page has its bytes. The first page does not load this
 * file. Code that queues an item loads it, and so does the outbox while promised items exist.
 */
import { MemberDb, type QueueDb } from '../../storage/db';
import { rulesOf } from './kinds';
import { lostItems, NO_ITEMS, promiseList, promisesOf, type PromisedItem } from './promises';
import type { StoredQueue } from './queue';

/** Queues the item again, under its id. Returns the id under which it is queued. */
type PutBack = (db: QueueDb) => Promise<string>;

export interface Copy {
  bytes: ArrayBuffer | undefined;
  putBack: PutBack;
  /** How often the item may still be put back. */
  putBacksLeft: number;
}

/** The most memory that copies of pictures and videos may use. */
const MAX_COPY_BYTES = 40 * 1024 * 1024;
const MAX_PUT_BACKS = 5;

/** By id, oldest first. */
export const copies = new Map<string, Copy>();

/** notePromise notes an item that the queue has, with the bytes of its file. */
export function notePromise(
  owner: string,
  item: Omit<PromisedItem, 'size'>,
  putBack: PutBack,
  bytes?: ArrayBuffer,
): void {
  copies.set(item.id, { bytes, putBack, putBacksLeft: MAX_PUT_BACKS });
  let total = [...copies.values()].reduce((sum, copy) => sum + sizeOf(copy), 0);
  for (const [oldest, copy] of copies) {
    if (total <= MAX_COPY_BYTES) break;
    copies.delete(oldest);
    total -= sizeOf(copy);
  }
  const others = promisesOf(owner).filter(({ id }) => id !== item.id);
  write(owner, [...others, { ...item, size: bytes?.byteLength ?? 0 }]);
}

export function forgetPromises(owner: string, ids: readonly string[]): void {
  if (ids.length === 0) return;
  for (const id of ids) copies.delete(id);
  write(
    owner,
    promisesOf(owner).filter(({ id }) => !ids.includes(id)),
  );
}

/** forgetAllPromises is called when the member logs out. */
export function forgetAllPromises(owner: string): void {
  forgetPromises(
    owner,
    promisesOf(owner).map(({ id }) => id),
  );
}

/** movePromises moves the notes to another queue's owner: a guest has logged in. */
export function movePromises(from: string, to: string, ids: readonly string[]): void {
  const moved = promisesOf(from).filter(({ id }) => ids.includes(id));
  if (moved.length === 0) return;
  write(to, [...promisesOf(to), ...moved]);
  write(
    from,
    promisesOf(from).filter(({ id }) => !ids.includes(id)),
  );
}

function sizeOf({ bytes }: Copy): number {
  return bytes?.byteLength ?? 0;
}

function write(owner: string, promised: PromisedItem[]): void {
  promiseList(owner).write(promised);
}

/** How many tombstones are kept: more than a queue ever has items. */
const MAX_TOMBSTONES = 500;

interface PromisedItems {
  /** Ids of items that the server has or the member cancelled. */
  left: string[];
  vanished: PromisedItem[];
}

/**
 * recoverLost puts back or reports each lost item. An item is lost if the queue does not have it and nothing
 * shows that it was sent or cancelled. Returns true if an item was put back.
 */
export async function recoverLost({ owner, withDb }: StoredQueue): Promise<boolean> {
  const promised = promisesOf(owner);
  const { left, vanished } = await withDb((db) => readPromised(db, promised));
  forgetPromises(owner, left);
  const lost: PromisedItem[] = [];
  for (const item of vanished) {
    // Another tab may have logged out in the meantime, which deletes all noted items.
    if (promisesOf(owner).some(({ id }) => id === item.id) && !(await putBack(owner, item, withDb)))
      lost.push(item);
  }
  const isAnyPutBack = lost.length < vanished.length;
  if (idsOf(lost) !== idsOf(lostItems.get())) lostItems.set(lost.length > 0 ? lost : NO_ITEMS);
  return isAnyPutBack;
}

async function readPromised(db: QueueDb, promised: PromisedItem[]): Promise<PromisedItems> {
  return db.transaction('rw', db.tables, async () => {
    const found: PromisedItems = { left: [], vanished: [] };
    for (const item of promised) {
      if ((await db.outbox.where('id').equals(item.id).count()) > 0) continue;
      if (await hasLeft(db, item)) found.left.push(item.id);
      else {
        found.vanished.push(item);
        // The slip list has a row for the item, which no longer exists.
        if (db instanceof MemberDb) await rulesOf(item).discard?.(db, item.id);
      }
    }
    await dropOldTombstones(db);
    return found;
  });
}

async function hasLeft(db: QueueDb, item: PromisedItem): Promise<boolean> {
  const hasTombstone = (await db.tombstones.where('id').equals(item.id).count()) > 0;
  return hasTombstone || rulesOf(item).hasArrived(db, item.id);
}

async function dropOldTombstones(db: QueueDb): Promise<void> {
  const newest = await db.tombstones.orderBy('seq').last();
  if (newest)
    await db.tombstones
      .where('seq')
      .belowOrEqual(newest.seq - MAX_TOMBSTONES)
      .delete();
}

/** Returns false if the bytes are gone, or the store has lost the item too often. */
async function putBack(owner: string, { id }: PromisedItem, withDb: StoredQueue['withDb']): Promise<boolean> {
  const copy = copies.get(id);
  if (!copy || copy.putBacksLeft === 0) return false;
  copy.putBacksLeft--;
  try {
    const queuedId = await withDb(copy.putBack);
    if (queuedId !== id) forgetPromises(owner, [id]);
    return true;
  } catch {
    return false;
  }
}

const idsOf = (items: readonly PromisedItem[]): string => items.map(({ id }) => id).join();

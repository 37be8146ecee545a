/** The outbox's transactions. Each is one transition of the model in `index.ts`, complete or not at all. */
import { MemberDb, type BlobRow, type QueueDb } from '../../storage/db';
import { isUnreadable } from '../../storage/failures';
import type { QueuedItem } from '../../storage/queued-item';
import { lanes, rulesOf } from './kinds';
import {
  withConfirmation,
  makeDueNow,
  nextItem,
  applyOutcome,
  type Attempt,
  type NextItem,
  type Outcome,
  type LeaseContext,
} from './machine';

/** leaseNext leases the lane's next item, and marks items that need the member. */
export async function leaseNext(db: QueueDb, lane: string, context: LeaseContext): Promise<NextItem> {
  return db.transaction('rw', db.outbox, async () => {
    // Within one lane, the index is in queue order.
    const items = await db.outbox.where('lane').equals(lane).toArray();
    const next = nextItem(items, context);
    for (const item of next.needingMember) await db.outbox.put(item);
    if (next.leased) await db.outbox.put(next.leased);
    return next;
  });
}

/**
 * storeOutcome stores a failed attempt's outcome. If the item is gone or another context has leased it, the
 * function changes nothing, because this attempt is no longer the current one.
 */
export async function storeOutcome(
  db: QueueDb,
  leased: QueuedItem,
  outcome: Outcome,
  attempt: Attempt,
): Promise<void> {
  await db.transaction('rw', db.outbox, async () => {
    const item = await findItem(db, leased.id);
    if (!item || item.lease?.owner !== leased.lease?.owner) return;
    const next = applyOutcome(item, outcome, attempt);
    if (next) await db.outbox.put(next);
  });
}

/** storeFacts stores the result of a first step of sending, such as the file's path. */
export async function storeFacts(db: QueueDb, { id }: QueuedItem, facts: object): Promise<void> {
  await db.outbox.where('id').equals(id).modify(facts);
}

/**
 * releaseItem returns an interrupted item to the queue, without an outcome and without counting the attempt.
 */
export async function releaseItem(db: QueueDb, leased: QueuedItem): Promise<void> {
  await db.transaction('rw', db.outbox, async () => {
    const item = await findItem(db, leased.id);
    if (!item || item.lease?.owner !== leased.lease?.owner) return;
    const { lease: _, ...idleItem } = item;
    await db.outbox.put({ ...idleItem, state: 'queued', tries: Math.max(0, item.tries - 1) });
  });
}

/** confirmItem is "try now" and "still send". An item that is being sent is not changed. */
export async function confirmItem(db: QueueDb, id: string, now: number): Promise<void> {
  await db.transaction('rw', db.outbox, async () => {
    const item = await findItem(db, id);
    if (item && item.state !== 'sending') await db.outbox.put(withConfirmation(item, now));
  });
}

/**
 * discardItem deletes the item for the member. If a response was lost, the server may have the item; then the
 * next sync returns its row.
 */
export async function discardItem(db: QueueDb, id: string): Promise<void> {
  await db.transaction('rw', db.tables, async () => {
    const item = await findItem(db, id);
    await removeItem(db, id);
    if (item && db instanceof MemberDb) await rulesOf(item).discard?.(db, id);
  });
}

/** makeAllDueNow is called when the network is back. Returns true if an item became due. */
export async function makeAllDueNow(db: QueueDb, now: number): Promise<boolean> {
  return db.transaction('rw', db.outbox, async () => {
    let changed = false;
    for (const item of await db.outbox.toArray()) {
      const next = makeDueNow(item, now);
      if (next === item) continue;
      await db.outbox.put(next);
      changed = true;
    }
    return changed;
  });
}

export async function lanesOf(db: QueueDb): Promise<string[]> {
  const used = await db.outbox.orderBy('lane').uniqueKeys();
  return lanes().filter((lane) => used.includes(lane));
}

/**
 * pictureOf returns the item's file. Returns undefined also if the disk cannot read it: the member then has
 * to choose it again, and the rest of the lane continues.
 */
export async function pictureOf(db: QueueDb, id: string): Promise<BlobRow | undefined> {
  return db.blobs.get(id).catch((error: unknown) => {
    if (!isUnreadable(error)) throw error;
    return undefined;
  });
}

/** restorePicture writes the file of an item that is still queued. */
export async function restorePicture(db: QueueDb, picture: BlobRow): Promise<void> {
  await db.transaction('rw', db.outbox, db.blobs, async () => {
    if (await findItem(db, picture.id)) await db.blobs.put(picture);
  });
}

async function findItem(db: QueueDb, id: string): Promise<QueuedItem | undefined> {
  return db.outbox.where('id').equals(id).first();
}

/** queueTables returns the tables of a transaction in which an item leaves the queue. */
export function queueTables(db: QueueDb) {
  return [db.outbox, db.blobs, db.tombstones];
}

/**
 * removeItem deletes item and picture, in the caller's transaction (`queueTables`). The tombstone shows
 * that the item is not lost.
 */
export async function removeItem(db: QueueDb, id: string): Promise<void> {
  const removed = await db.outbox.where('id').equals(id).delete();
  if (removed > 0) await db.tombstones.add({ id });
  await db.blobs.delete(id);
}

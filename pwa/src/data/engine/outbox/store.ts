/** The outbox's transactions. Each is one step of the model in `index.ts`: all of it or nothing. */
import { MemberDb, type BlobRow, type QueueDb } from '../../storage/db';
import { isUnreadable } from '../../storage/failures';
import type { QueuedItem } from '../../storage/queued-item';
import { lanes, rulesOf } from './kinds';
import {
  confirm,
  hasten,
  nextOf,
  transition,
  type Attempt,
  type Next,
  type Outcome,
  type Turn,
} from './machine';

/** Leases the lane's next item, and puts aside what needs the member. */
export async function takeNext(db: QueueDb, lane: string, turn: Turn): Promise<Next> {
  return db.transaction('rw', db.outbox, async () => {
    // Of equal lanes the index has the first in the queue first.
    const items = await db.outbox.where('lane').equals(lane).toArray();
    const next = nextOf(items, turn);
    for (const item of next.asked) await db.outbox.put(item);
    if (next.claimed) await db.outbox.put(next.claimed);
    return next;
  });
}

/**
 * Writes a failed attempt's outcome. An item that another context has leased since, or that is
 * gone, is left alone: this attempt no longer speaks for it.
 */
export async function settle(
  db: QueueDb,
  claimed: QueuedItem,
  outcome: Outcome,
  attempt: Attempt,
): Promise<void> {
  await db.transaction('rw', db.outbox, async () => {
    const item = await findItem(db, claimed.id);
    if (!item || item.lease?.owner !== claimed.lease?.owner) return;
    const next = transition(item, outcome, attempt);
    if (next) await db.outbox.put(next);
  });
}

/** What a first step of sending has brought, such as where its file is. */
export async function keepFacts(db: QueueDb, { id }: QueuedItem, facts: object): Promise<void> {
  await db.outbox.where('id').equals(id).modify(facts);
}

/** Gives an interrupted attempt back without an outcome and without counting it. */
export async function release(db: QueueDb, claimed: QueuedItem): Promise<void> {
  await db.transaction('rw', db.outbox, async () => {
    const item = await findItem(db, claimed.id);
    if (!item || item.lease?.owner !== claimed.lease?.owner) return;
    const { lease: _, ...rested } = item;
    await db.outbox.put({ ...rested, state: 'queued', tries: Math.max(0, item.tries - 1) });
  });
}

/** "Try now" and "still send". Nothing happens to an item that is being sent. */
export async function confirmItem(db: QueueDb, id: string, now: number): Promise<void> {
  await db.transaction('rw', db.outbox, async () => {
    const item = await findItem(db, id);
    if (item && item.state !== 'sending') await db.outbox.put(confirm(item, now));
  });
}

/**
 * The member gives the item up. It may have reached the server all the same, where an answer was
 * lost; then its row comes back with the next sync.
 */
export async function discard(db: QueueDb, id: string): Promise<void> {
  await db.transaction('rw', db.tables, async () => {
    const item = await findItem(db, id);
    await removeItem(db, id);
    if (item && db instanceof MemberDb) await rulesOf(item).discarded?.(db, id);
  });
}

/** The network is back. True where that made anything due. */
export async function hastenAll(db: QueueDb, now: number): Promise<boolean> {
  return db.transaction('rw', db.outbox, async () => {
    let changed = false;
    for (const item of await db.outbox.toArray()) {
      const next = hasten(item, now);
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

/** Undefined also where the disk cannot read it: the member is to choose it again, and the rest of the lane goes on. */
export async function pictureOf(db: QueueDb, id: string): Promise<BlobRow | undefined> {
  return db.blobs.get(id).catch((error: unknown) => {
    if (!isUnreadable(error)) throw error;
    return undefined;
  });
}

/** The file of an item that still waits. */
export async function restorePicture(db: QueueDb, picture: BlobRow): Promise<void> {
  await db.transaction('rw', db.outbox, db.blobs, async () => {
    if (await findItem(db, picture.id)) await db.blobs.put(picture);
  });
}

async function findItem(db: QueueDb, id: string): Promise<QueuedItem | undefined> {
  return db.outbox.where('id').equals(id).first();
}

/** What a transaction needs in which an item leaves the queue. */
export function queueTables(db: QueueDb) {
  return [db.outbox, db.blobs, db.tombstones];
}

/** Item and picture, as part of the caller's transaction (`queueTables`). What remains says that the item is not lost. */
export async function removeItem(db: QueueDb, id: string): Promise<void> {
  const removed = await db.outbox.where('id').equals(id).delete();
  if (removed > 0) await db.tombstones.add({ id });
  await db.blobs.delete(id);
}

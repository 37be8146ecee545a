/** Finds what vanished from the queue, and puts it back as long as this page has its bytes. */
import { MemberDb, type QueueDb } from '../../storage/db';
import { copies, forgetPromises } from './copies';
import { rulesOf } from './kinds';
import { lostItems, NONE, promisesOf, type Promised } from './promises';
import type { Place } from './queue';

/** How many leavings are remembered: more than a queue ever has at once. */
const TOMBSTONES_MOST = 500;

interface Found {
  /** The server has it, or the member cancelled it. */
  left: string[];
  vanished: Promised[];
}

/**
 * Tells of each item that is lost: neither the queue has it, nor does anything say that it left. Returns true where one
 * was put back.
 */
export async function findLost({ owner, store }: Place): Promise<boolean> {
  const promised = promisesOf(owner);
  const { left, vanished } = await store((db) => readPromised(db, promised));
  forgetPromises(owner, left);
  const lost: Promised[] = [];
  for (const item of vanished) {
    // Another tab may have logged out meanwhile, which forgets all of them.
    if (promisesOf(owner).some(({ id }) => id === item.id) && !(await putBack(owner, item, store)))
      lost.push(item);
  }
  const isBack = lost.length < vanished.length;
  if (ids(lost) !== ids(lostItems.get())) lostItems.set(lost.length > 0 ? lost : NONE);
  return isBack;
}

async function readPromised(db: QueueDb, promised: Promised[]): Promise<Found> {
  return db.transaction('rw', db.tables, async () => {
    const found: Found = { left: [], vanished: [] };
    for (const item of promised) {
      if ((await db.outbox.where('id').equals(item.id).count()) > 0) continue;
      if (await hasLeft(db, item)) found.left.push(item.id);
      else {
        found.vanished.push(item);
        // Its row promises what is not here any more.
        if (db instanceof MemberDb) await rulesOf(item).discarded?.(db, item.id);
      }
    }
    await dropOldTombstones(db);
    return found;
  });
}

async function hasLeft(db: QueueDb, item: Promised): Promise<boolean> {
  const isTold = (await db.tombstones.where('id').equals(item.id).count()) > 0;
  return isTold || rulesOf(item).hasArrived(db, item.id);
}

async function dropOldTombstones(db: QueueDb): Promise<void> {
  const newest = await db.tombstones.orderBy('seq').last();
  if (newest)
    await db.tombstones
      .where('seq')
      .belowOrEqual(newest.seq - TOMBSTONES_MOST)
      .delete();
}

/** False where the bytes are gone, or the store has thrown them away too often. */
async function putBack(owner: string, { id }: Promised, store: Place['store']): Promise<boolean> {
  const copy = copies.get(id);
  if (!copy || copy.turns === 0) return false;
  copy.turns--;
  try {
    const waitsAs = await store(copy.putBack);
    if (waitsAs !== id) forgetPromises(owner, [id]);
    return true;
  } catch {
    return false;
  }
}

const ids = (items: readonly Promised[]): string => items.map(({ id }) => id).join();

/** The outbox's transactions. Each is one step of the model in `index.ts`: all of it or nothing. */
import type { Slip } from '../api/types';
import type { UploadedMedia } from '../chat/types';
import { MemberDb, type BlobRow, type QueueDb, type SlipRow } from '../db';
import { putTold } from '../lists/rows';
import {
  confirm,
  hasten,
  nextOf,
  transition,
  type Attempt,
  type Next,
  type Outcome,
  type QueuedItem,
  type Turn,
} from './machine';

export const SLIP_LANE = 'slip';
export const CHAT_LANE = 'chat';
/** What is sent from; items elsewhere are on their way to another queue. */
export const LANES = [SLIP_LANE, CHAT_LANE];

/** Where a guest's messages wait, aside, while they move to this member's queue. */
export function laneTo(memberId: string): string {
  return `to:${memberId}`;
}

export type Picture = BlobRow;

/**
 * Queues a picture with its blob and the row that the slip table shows. The same bytes already
 * waiting answer the id they wait under: a second tap is not a second slip.
 */
export async function enqueue(db: MemberDb, picture: Picture, now: number): Promise<string> {
  return db.transaction('rw', db.outbox, db.blobs, db.slips, async () => {
    const twin = await findTwin(db, picture);
    if (twin) return twin.id;
    const { id, mime, sha256, bytes } = picture;
    const item: Omit<QueuedItem, 'seq'> = {
      id,
      lane: SLIP_LANE,
      kind: 'slip',
      state: 'queued',
      createdAt: now,
      capturedAt: now,
      tries: 0,
      size: bytes.byteLength,
      mime,
      sha256,
    };
    await db.outbox.add(item as QueuedItem);
    await db.blobs.put({ id, bytes, mime, sha256 });
    await db.slips.put(promisedSlip(id, now));
    return id;
  });
}

/** Leases the lane's next item, and puts aside what needs the member. */
export async function takeNext(db: QueueDb, lane: string, turn: Turn): Promise<Next> {
  return db.transaction('rw', db.outbox, async () => {
    const items = await db.outbox.where('lane').equals(lane).sortBy('seq');
    const next = nextOf(items, turn);
    for (const item of next.asked) await db.outbox.put(item);
    if (next.claimed) await db.outbox.put(next.claimed);
    return next;
  });
}

/**
 * The server has the slip: its row takes the place of the promised one and the item goes, in one
 * transaction. Holds for whoever learns it and by whatever way, whatever the item's state.
 *
 * `sent` is the item that the answer is to. The server answers the slip that it is checking where
 * that one has the same picture (handed in twice, or from another phone): this item has arrived
 * all the same, as that slip.
 */
export async function acknowledge(db: MemberDb, slip: Slip, sent = slip.clientId): Promise<void> {
  await db.transaction('rw', db.outbox, db.blobs, db.slips, async () => {
    await putTold(db, 'slips', slip.clientId, slip);
    await removeItem(db, slip.clientId);
    if (sent !== slip.clientId) await dropPromised(db, sent);
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

/** The file of a message is at the server, whatever becomes of the message itself. */
export async function keepUploaded(db: QueueDb, { id }: QueuedItem, uploaded: UploadedMedia): Promise<void> {
  await db.outbox.where('id').equals(id).modify({ uploaded });
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
  const tables = db instanceof MemberDb ? [db.outbox, db.blobs, db.slips] : [db.outbox, db.blobs];
  await db.transaction('rw', tables, async () => {
    if (db instanceof MemberDb) await dropPromised(db, id);
    else await removeItem(db, id);
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
  const lanes = await db.outbox.orderBy('lane').uniqueKeys();
  return lanes.map(String).filter((lane) => LANES.includes(lane));
}

export async function pictureOf(db: QueueDb, id: string): Promise<BlobRow | undefined> {
  return db.blobs.get(id);
}

async function findItem(db: QueueDb, id: string): Promise<QueuedItem | undefined> {
  return db.outbox.where('id').equals(id).first();
}

/** Item and picture, as part of the caller's transaction. */
export async function removeItem(db: QueueDb, id: string): Promise<void> {
  await db.outbox.where('id').equals(id).delete();
  await db.blobs.delete(id);
}

/** The member has left, and so has what was on its way to their queue. */
export async function dropPutAside(db: QueueDb, memberId: string): Promise<void> {
  await db.transaction('rw', db.outbox, db.blobs, async () => {
    const items = await db.outbox.where('lane').equals(laneTo(memberId)).toArray();
    for (const { id } of items) await removeItem(db, id);
  });
}

/** Item, picture and the row that promised it, as part of the caller's transaction. */
async function dropPromised(db: MemberDb, id: string): Promise<void> {
  await removeItem(db, id);
  const row = await db.slips.get(id);
  if (row?.unsent) await db.slips.delete(id);
}

async function findTwin(db: MemberDb, picture: Picture): Promise<QueuedItem | undefined> {
  const again = await db.outbox.where('id').equals(picture.id).first();
  if (again || !picture.sha256) return again;
  const isTwin = (item: QueuedItem) => item.kind === 'slip' && item.sha256 === picture.sha256;
  return db.outbox.filter(isTwin).first();
}

function promisedSlip(id: string, now: number): SlipRow {
  const at = new Date(now).toISOString();
  return {
    clientId: id,
    createdAt: at,
    capturedAt: at,
    // The bank tells both.
    amount: null,
    currency: '',
    status: 'PENDING',
    review: false,
    link: '',
    reference: '',
    version: 0,
    unsent: true,
  };
}

/**
 * The outbox: what the member handed in while the network was away, and how it gets out exactly
 * once in effect. Only slips and chat messages are queued; money commands never are. A member's
 * queue lies in their own database, a guest's (messages only) in the phone's.
 *
 * States, and who moves them:
 *
 *   from                   by                                              to
 *   ---------------------  ----------------------------------------------  -----------------
 *                          enqueue                                         queued
 *   queued, waiting (due)  claim: leased, and one try is spent             sending
 *   needs_login            claim with another token of the same member     sending
 *   sending                claim, where the lease ran out or its owner     sending
 *                          is dead
 *   sending                acknowledgement, by answer or by sync           gone
 *   sending                no answer, a stranger's, 408, 425, 429, 5xx,    waiting, till nextAt
 *                          a closed window, a closed site
 *   sending                token refused                                   needs_login
 *   sending                guest id retired: goes on under a new one       queued
 *   sending                content refused, or the twentieth try failed    needs_user
 *   queued, waiting, ...   its turn came, a slip more than a day old       needs_user
 *   waiting, needs_user    the network is back, and was all that lacked    waiting, due now
 *   all but sending        the member: "try now", "still send"             queued
 *   all                    the member: "cancel"                            gone
 *
 * `machine.ts` holds these moves, `policy.ts` the times and which answer means which move,
 * `store.ts` one transaction for each, `drain.ts` the pass that walks them, `triggers.ts`
 * when a pass begins. A lane is first in, first out: what is sending or waiting holds back the
 * rest of its lane; what needs the member steps aside.
 *
 * What a crash leaves (page closed, phone dead, storage killed):
 *
 *   before enqueue commits      nothing: the screen has not said "kept" either
 *   after enqueue               queued: the next launch sends it
 *   after claim, before sending sending with a dead lease: claimed again, one try spent
 *   while sending               the same; the server may have it: the second time the same
 *                               Idempotency-Key or clientId gets the first answer
 *   after a message's file is   the item knows where its file is, or the server does by its
 *   uploaded                    clientId: it is kept once
 *   answered, before the write  the same; or the next sync brings the slip's row, the socket or
 *                               the history the message's, which acknowledges as an answer does
 *   after acknowledge commits   nothing: row in, item and blob out, in one transaction
 *
 * So nothing is lost, since only an acknowledgement (or the member) removes an item; and nothing
 * is doubled, since the server knows the key. Lock and lease only save work.
 */
import { ApiError, STORAGE_FULL } from '../api/errors';
import { dropDisposable } from '../disposable';
import { newId, sha256 } from '../digest';
import type { Member } from '../member';
import { askToPersist } from '../persist';
import { readPicture } from '../slip/readPicture';
import { shrinkPicture } from '../slip/shrink';
import { inMember, isFull, type QueueStore } from '../storage';
import { knowMember } from '../token';
import { currentStore } from './queue';
import { abortUpload, drain } from './run';
import { confirmItem, discard, enqueue, type Picture } from './store';

export type { ItemState, OutboxItem } from './machine';
export { drain } from './run';

/**
 * Keeps the picture on the device and begins to send it. Resolves with the item's id once it is
 * safe on the disk. Throws ApiError: SLIP_NO_FILE, SLIP_INVALID_FILE, STORAGE_FULL, or
 * `invalid-token` where nobody is signed in.
 */
export async function enqueueSlip(file: File): Promise<string> {
  const member = await signedIn();
  const { bytes, mime } = await readPicture(await shrinkPicture(file));
  const picture = { id: newId(), bytes, mime, sha256: await sha256(bytes) };
  const id = await keep(member, picture);
  void askToPersist();
  void drain();
  return id;
}

/** "Try now", and "still send" of an item older than a day. */
export async function retryItem(id: string): Promise<void> {
  const store = await ownQueue();
  await store((db) => confirmItem(db, id, Date.now()));
  void drain();
}

/** The member gives the item up; an upload under way is broken off. */
export async function cancelItem(id: string): Promise<void> {
  const store = await ownQueue();
  await store((db) => discard(db, id));
  abortUpload(id);
}

/** What can be had from the server again makes room for what cannot. */
async function keep({ memberId }: Member, picture: Picture): Promise<string> {
  const write = () => inMember(memberId, (db) => enqueue(db, picture, Date.now()));
  try {
    return await write();
  } catch (error) {
    if (!isFull(error)) throw error;
  }
  await inMember(memberId, dropDisposable);
  return write().catch((error) => {
    throw isFull(error) ? new ApiError(STORAGE_FULL) : error;
  });
}

async function ownQueue(): Promise<QueueStore> {
  const store = await currentStore();
  if (!store) throw new ApiError('invalid-token', 401);
  return store;
}

async function signedIn(): Promise<Member> {
  const member = await knowMember();
  if (!member) throw new ApiError('invalid-token', 401);
  return member;
}

/**
 * The outbox: items that a member may submit without a network, and how they are sent with exactly one
 * effect. Only slips and chat messages are queued; money commands never are. A member's queue is in their own
 * database, a guest's (messages only) in the device's.
 *
 * States, and what changes them:
 *
 *   from                   by                                              to
 *   ---------------------  ----------------------------------------------  -----------------
 *                          enqueue                                         queued
 *   queued, waiting (due)  lease, and one try is counted                   sending
 *   needs_login            lease with another token of the same member     sending
 *   sending                lease, if the old one expired or its owner      sending
 *                          has ended
 *   sending                acknowledgement, by response or by sync         gone
 *   sending                no response, not our server's, 408, 425, 429,   waiting, till nextAt
 *                          5xx, a closed window, a closed site
 *   sending                token refused                                   needs_login
 *   sending                guest id retired: continues under a new one     queued
 *   sending                the drain is aborted: the try is not counted    queued
 *   sending                content refused, or the twentieth try failed    needs_user
 *   queued, waiting, ...   its turn came, a slip more than a day old       needs_user
 *   waiting, needs_user    the network is back, and only that was missing  waiting, due now
 *   all but sending        the member: "try now", "still send"             queued
 *   all                    the member: "cancel"                            gone
 *
 * `kinds.ts` has what domains register for each kind: its lane, its sender, what is removed with it.
 * `machine.ts` has these transitions, the waiting times, and which response means which transition.
 * `store.ts` has one transaction for each transition. `drain.ts` is one drain of a queue, `run.ts` runs the
 * page's drains, and `triggers.ts` starts them. A lane is first in, first out: an item that is sending or
 * waiting holds back the rest of its lane. The lane skips an item that needs the member.
 *
 * An item that left the queue by none of these transitions has vanished with its store (emptied by the
 * browser, broken, replaced by memory). `promises.ts` lists the items that the page promised to send, outside
 * the store. A page that still has the bytes puts them back under the same id. The app shows the
 * member the lost items (`recovery.ts`).
 *
 * After a crash (page closed, device off, storage failed):
 *
 *   before enqueue commits      nothing: the screen has not shown the item as queued
 *   after enqueue               queued: the next launch sends it
 *   after the promise is noted  the same; if the store is emptied now, its items are put back or reported
 *   after lease, before sending sending with an unused lease: leased again, one try counted
 *   while sending               the same; the server may have it: the second time the same
 *                               Idempotency-Key or clientId gets the first response
 *   after a message's file is   the item knows where its file is, or the server does by its
 *   uploaded                    clientId: it is stored once
 *   response, before the write  the same; or the next sync returns the slip's row, the socket or
 *                               the history the message's, which acknowledges as a response does
 *   after acknowledge commits   nothing: row in, item and blob out, in one transaction
 *
 * So nothing is lost, since only an acknowledgement (or the member) removes an item. And nothing is doubled,
 * since the server knows the key. Lock and lease only save work.
 */
import { phoneNow } from '../../api/clock';
import { forgetPromises } from './recovery';
import { currentStoredQueue } from './queue';
import { abortUpload, checkPromises, drain } from './run';
import { confirmItem, discardItem } from './store';

export { drain } from './run';

/** dismissLost is called when the member has read that these items are lost. */
export async function dismissLost(id: string): Promise<void> {
  const queue = await currentStoredQueue();
  forgetPromises(queue.owner, [id]);
  await checkPromises(queue);
}

/** retryItem is "try now", and "still send" for an item older than a day. */
export async function retryItem(id: string): Promise<void> {
  const { withDb } = await currentStoredQueue();
  await withDb((db) => confirmItem(db, id, phoneNow()));
  void drain();
}

/** cancelItem deletes the item for the member, and aborts a running upload. */
export async function cancelItem(id: string): Promise<void> {
  const { withDb } = await currentStoredQueue();
  await withDb((db) => discardItem(db, id));
  abortUpload(id);
}

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
 * `kinds.ts` has what domains register of each kind: its lane, its sender, what else goes with it.
 * `machine.ts` holds these moves, the waiting times and which answer means which move. `store.ts`
 * has one transaction for each move. `drain.ts` is one pass over a queue, `run.ts` the page's own
 * passes, and `triggers.ts` starts them. A lane is first in, first out: an item that is sending or
 * waiting holds back the rest of its lane; one that needs the member steps aside.
 *
 * An item that is in the queue no more, and left it by no move of these, has vanished with its store (emptied by
 * the browser, broken, left for memory). `promises.ts` lists the items that the page promised to send, outside the
 * store. A page that still has the bytes puts them back under the same id; the member is told of what is lost
 * (`recovery.ts`).
 *
 * What a crash leaves (page closed, phone dead, storage killed):
 *
 *   before enqueue commits      nothing: the screen has not said "kept" either
 *   after enqueue               queued: the next launch sends it
 *   after the promise is noted  the same; a store that is emptied now is told of, and its items are put back
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
import { phoneNow } from '../../api/clock';
import { forgetPromises } from './recovery';
import { currentPlace } from './queue';
import { abortUpload, checkPromises, drain } from './run';
import { confirmItem, discard } from './store';

export { drain } from './run';

/** The member has read that these are lost. */
export async function dismissLost(id: string): Promise<void> {
  const place = await currentPlace();
  forgetPromises(place.owner, [id]);
  await checkPromises(place);
}

/** "Try now", and "still send" of an item older than a day. */
export async function retryItem(id: string): Promise<void> {
  const { store } = await currentPlace();
  await store((db) => confirmItem(db, id, phoneNow()));
  void drain();
}

/** The member gives the item up; an upload under way is broken off. */
export async function cancelItem(id: string): Promise<void> {
  const { store } = await currentPlace();
  await store((db) => discard(db, id));
  abortUpload(id);
}

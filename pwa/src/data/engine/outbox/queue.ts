/** The queue that this page sends: the logged-in member's, otherwise that of the device's guest. */
import { ensureGuest } from '../../session/guest';
import { GUEST, type Caller, type Member } from '../../session/member';
import { getSession, knowMember } from '../../session/token';
import { inDevice, inKept, inMember, isInMemory, type QueueStore } from '../../storage/storage';
import { lanes } from './kinds';

/** A queue's owner and store. */
export interface Place {
  owner: string;
  /** For the queue itself, which outlives the session. */
  store: QueueStore;
}

export interface Queue extends Place {
  caller: Caller;
  /** For data from the server, which does not. */
  synced: QueueStore;
}

/** currentQueue returns null if a guest has nothing to send. */
export async function currentQueue(): Promise<Queue | null> {
  const member = await knowMember();
  return member ? queueOf(member) : guestQueue();
}

/** currentPlace needs no caller, so it creates no guest id. */
export async function currentPlace(): Promise<Place> {
  const member = await knowMember();
  return member ? queueOf(member) : { owner: GUEST, store: inDevice };
}

function queueOf(member: Member): Queue {
  return {
    caller: member,
    owner: member.memberId,
    store: (work) => inKept(member.memberId, work),
    synced: (work) => inMember(member.memberId, work),
  };
}

async function guestQueue(): Promise<Queue | null> {
  const waiting = await inDevice((db) => db.outbox.where('lane').anyOf(lanes()).count());
  if (waiting === 0) return null;
  return { caller: { guestId: await ensureGuest() }, owner: GUEST, store: inDevice, synced: inDevice };
}

/**
 * canSendWhileClosed reports whether the outbox is sent while the app is closed. iOS has no background
 * sync. The service worker has the token only if the member chose to be remembered. A queue in memory is
 * lost with the page.
 */
export function canSendWhileClosed(): boolean {
  return 'SyncManager' in globalThis && getSession()?.remember !== false && !isInMemory();
}

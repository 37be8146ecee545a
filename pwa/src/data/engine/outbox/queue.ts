/** Whose queue this page sends: the signed-in member's, else that of the phone's guest. */
import { ensureGuest } from '../../session/guest';
import { GUEST, type Caller, type Member } from '../../session/member';
import { getSession, knowMember } from '../../session/token';
import { inDevice, inKept, inMember, isInMemory, type QueueStore } from '../../storage/storage';
import { lanes } from './kinds';

/** Where a queue lies. */
export interface Place {
  owner: string;
  /** For the queue itself, which outlives the session. */
  store: QueueStore;
}

export interface Queue extends Place {
  caller: Caller;
  /** For what the server tells, which does not. */
  synced: QueueStore;
}

/** Null where a guest has nothing to send. */
export async function currentQueue(): Promise<Queue | null> {
  const member = await knowMember();
  return member ? queueOf(member) : guestQueue();
}

/** Without asking in whose name it is sent: no guest is made for that. */
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
 * Whether the outbox goes out while the app is closed. iOS has no background sync, and the worker has the token of
 * a member who chose to be remembered only. A queue in memory goes with the page.
 */
export function canSendWhileClosed(): boolean {
  return 'SyncManager' in globalThis && getSession()?.remember !== false && !isInMemory();
}

/** Whose queue this page sends: the signed-in member's, else that of the phone's guest. */
import { ensureGuest } from '../chat/guest';
import type { Caller, Member } from '../member';
import { knowMember } from '../session/token';
import { inDevice, inKept, inMember, type QueueStore } from '../storage/storage';
import { LANES } from './kinds/table';

export interface Queue {
  caller: Caller;
  /** For the queue itself, which outlives the session. */
  store: QueueStore;
  /** For what the server tells, which does not. */
  synced: QueueStore;
}

/** Null where a guest has nothing to send. */
export async function currentQueue(): Promise<Queue | null> {
  const member = await knowMember();
  return member ? queueOf(member) : guestQueue();
}

/** Where the queue lies, without asking in whose name it is sent. */
export async function currentStore(): Promise<QueueStore> {
  const member = await knowMember();
  return member ? queueOf(member).store : inDevice;
}

function queueOf(member: Member): Queue {
  return {
    caller: member,
    store: (work) => inKept(member.memberId, work),
    synced: (work) => inMember(member.memberId, work),
  };
}

async function guestQueue(): Promise<Queue | null> {
  const waiting = await inDevice((db) => db.outbox.where('lane').anyOf(LANES).count());
  return waiting > 0 ? { caller: { guestId: await ensureGuest() }, store: inDevice, synced: inDevice } : null;
}

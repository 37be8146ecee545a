/** Whose queue this page sends: the signed-in member's, else that of the phone's guest. */
import { ensureGuest } from '../chat/guest';
import type { Caller } from '../member';
import { getSession, knowMember } from '../session/token';
import { inDevice, inKept, inMember, type QueueStore } from '../storage/storage';
import { LANES } from './kinds/table';

export interface Queue {
  caller: Caller;
  /** For the queue itself, which outlives the session. */
  store: QueueStore;
  /** For what the server tells, which does not. */
  synced: QueueStore;
}

/** Null where nobody is known, or a guest has nothing to send. */
export async function currentQueue(): Promise<Queue | null> {
  if (!getSession()) return guestQueue();
  const member = await knowMember();
  if (!member) return null;
  return {
    caller: member,
    store: (work) => inKept(member.memberId, work),
    synced: (work) => inMember(member.memberId, work),
  };
}

/** Where the queue lies, without asking in whose name it is sent. Null where nobody is known. */
export async function currentStore(): Promise<QueueStore | null> {
  if (!getSession()) return inDevice;
  return (await currentQueue())?.store ?? null;
}

async function guestQueue(): Promise<Queue | null> {
  const waiting = await inDevice((db) => db.outbox.where('lane').anyOf(LANES).count());
  return waiting > 0 ? { caller: { guestId: await ensureGuest() }, store: inDevice, synced: inDevice } : null;
}

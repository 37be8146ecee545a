/** Whose queue this page sends: the signed-in member's, else that of the phone's guest. */
import { ensureGuest } from '../chat/guest';
import type { Caller } from '../member';
import { inDevice, inMember, type QueueStore } from '../storage';
import { getSession, knowMember } from '../token';
import { CHAT_LANE } from './store';

export interface Queue {
  caller: Caller;
  store: QueueStore;
}

/** Null where nobody is known, or a guest has nothing to send. */
export async function currentQueue(): Promise<Queue | null> {
  if (!getSession()) return guestQueue();
  const member = await knowMember();
  return member && { caller: member, store: (work) => inMember(member.memberId, work) };
}

/** Where the queue lies, without asking in whose name it is sent. Null where nobody is known. */
export async function currentStore(): Promise<QueueStore | null> {
  if (!getSession()) return inDevice;
  return (await currentQueue())?.store ?? null;
}

async function guestQueue(): Promise<Queue | null> {
  const waiting = await inDevice((db) => db.outbox.where('lane').equals(CHAT_LANE).count());
  return waiting > 0 ? { caller: { guestId: await ensureGuest() }, store: inDevice } : null;
}

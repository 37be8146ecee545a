/** Whose conversation this page shows and keeps up to date. */
import type { Caller } from '../member';
import { getSession, knowMember } from '../session/token';
import { inDevice, inMember, type QueueStore } from '../storage/storage';
import { isGuestUsed, storedGuest } from './guest';

export interface ChatOwner {
  caller: Caller;
  room: string;
  store: QueueStore;
}

/** Null where nobody is known, and for a guest who has said nothing: there is no conversation. */
export async function chatOwner(): Promise<ChatOwner | null> {
  if (getSession()) {
    const member = await knowMember().catch(() => null);
    if (!member) return null;
    const { memberId } = member;
    return { caller: member, room: memberId, store: (work) => inMember(memberId, work) };
  }
  const guestId = storedGuest();
  if (!guestId || !(await isGuestUsed(guestId))) return null;
  return { caller: { guestId }, room: guestId, store: inDevice };
}

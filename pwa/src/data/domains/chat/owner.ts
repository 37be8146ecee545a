/** Whose conversation this page shows and keeps up to date. */
import { ApiError } from '../../api/errors';
import type { Caller, Member } from '../../session/member';
import { getSession, knowMember } from '../../session/token';
import { inDevice, inMember, type QueueStore } from '../../storage/storage';
import { isGuestUsed, storedGuest } from '../../session/guest';

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
    return ownerOf(member);
  }
  const guestId = storedGuest();
  if (!guestId || !(await isGuestUsed(guestId))) return null;
  // An answer that comes late must not put back what went with an earlier id.
  const store: QueueStore = (work) =>
    inDevice((db) => {
      if (storedGuest() !== guestId) throw new ApiError('INVALID_USER_2', 403);
      return work(db);
    });
  return { caller: { guestId }, room: guestId, store };
}

/** The member's own conversation. */
export function ownerOf(member: Member): ChatOwner {
  const { memberId } = member;
  return { caller: member, room: memberId, store: (work) => inMember(memberId, work) };
}

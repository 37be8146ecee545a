/** Whose conversation this page shows and keeps up to date. */
import { ApiError } from '../../api/errors';
import { currentCaller, storedGuest } from '../../session/guest';
import { isGuest, type Caller, type Member } from '../../session/member';
import { inDevice, inMember, type QueueStore } from '../../storage/storage';

export interface ChatOwner {
  caller: Caller;
  room: string;
  store: QueueStore;
}

/** Null where nobody is known, and for a guest who has said nothing: there is no conversation. */
export async function chatOwner(): Promise<ChatOwner | null> {
  const caller = await currentCaller();
  if (!caller) return null;
  if (!isGuest(caller)) return ownerOf(caller);
  const { guestId } = caller;
  // An answer that comes late must not put back what went with an earlier id.
  const store: QueueStore = (work) =>
    inDevice((db) => {
      if (storedGuest() !== guestId) throw new ApiError('INVALID_USER_2', 403);
      return work(db);
    });
  return { caller, room: guestId, store };
}

/** The member's own conversation. */
export function ownerOf(member: Member): ChatOwner {
  const { memberId } = member;
  return { caller: member, room: memberId, store: (work) => inMember(memberId, work) };
}

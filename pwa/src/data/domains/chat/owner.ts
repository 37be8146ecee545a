/** The member or guest whose conversation this page shows and keeps up to date. */
import { ApiError } from '../../api/errors';
import { currentCaller, storedGuest } from '../../session/guest';
import { isGuest, type Caller, type Member } from '../../session/member';
import { withDeviceDb, withMemberDb, type WithQueueDb } from '../../storage/storage';

export interface ChatOwner {
  caller: Caller;
  room: string;
  withDb: WithQueueDb;
}

/**
 * chatOwner returns null if there is neither member nor guest, and for a guest who has sent nothing. Then
 * there is no conversation.
 */
export async function chatOwner(): Promise<ChatOwner | null> {
  const caller = await currentCaller();
  if (!caller) return null;
  if (!isGuest(caller)) return ownerOf(caller);
  const { guestId } = caller;
  // A late response must not restore data that was deleted with an earlier guest id.
  const withDb: WithQueueDb = (work) =>
    withDeviceDb((db) => {
      if (storedGuest() !== guestId) throw new ApiError('INVALID_USER_2', 403);
      return work(db);
    });
  return { caller, room: guestId, withDb };
}

/** ownerOf returns the member's own conversation. */
export function ownerOf(member: Member): ChatOwner {
  const { memberId } = member;
  return { caller: member, room: memberId, withDb: (work) => withMemberDb(memberId, work) };
}

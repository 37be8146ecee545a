import { useLiveIn } from '../../engine/live/live';
import { unreadOf } from './unread';
import { useChatPlace } from './use-chat-place';

/** How many of support's messages nobody has looked at here; for the collapsed widget. */
export function useUnread(): number {
  const { db, room } = useChatPlace();
  return useLiveIn(room ? db : null, `unread ${room}`, (from) => unreadOf(from, room ?? '')) ?? 0;
}

import { useLiveQuery } from 'dexie-react-hooks';
import { unreadOf } from './unread';
import { useChatPlace } from './useChatPlace';

/** How many of support's messages nobody has looked at here; for the collapsed widget. */
export function useUnread(): number {
  const { db, room } = useChatPlace();
  const unread = useLiveQuery(async () => (db && room ? unreadOf(db, room) : 0), [db, room]);
  return unread ?? 0;
}

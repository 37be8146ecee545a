import { useLiveQuery } from 'dexie-react-hooks';
import type { QueueDb } from '../storage/db';
import { useChatPlace } from './useChatPlace';

/** How many of support's messages nobody has looked at here; for the collapsed widget. */
export function useUnread(): number {
  const { db, room } = useChatPlace();
  const unread = useLiveQuery(async () => (db && room ? unreadOf(db, room) : 0), [db, room]);
  return unread ?? 0;
}

/** 0 while it is not known how far one has read: better than a false alarm. */
export async function unreadOf(db: QueueDb, room: string): Promise<number> {
  const readSeq = (await db.rooms.get(room))?.readSeq;
  if (readSeq === undefined) return 0;
  const above = db.chat.where('[room+seq]').between([room, readSeq + 1], [room, Infinity], true, true);
  return above.filter((row) => row.sender === 'support').count();
}

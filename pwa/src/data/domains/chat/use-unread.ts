import { useSyncExternalStore } from 'react';
import { useLiveIn, useQueueDb } from '../../engine/live/live';
import { unreadOf } from './unread';
import { getSession, watchSession } from '../../session/token';
import type { QueueDb } from '../../storage/db';
import { storedGuest, watchGuest } from '../../session/guest';

/** useUnread returns how many of support's messages are unread on this device; for the collapsed widget. */
export function useUnread(): number {
  const { db, room } = useConversationStore();
  return useLiveIn(room ? db : null, `unread ${room}`, (database) => unreadOf(database, room ?? '')) ?? 0;
}

export interface ConversationStore {
  db: QueueDb | null;
  /** null if there is no conversation, or its owner is not known yet. */
  room: string | null;
}

/** useConversationStore returns the database and room of this page's conversation. */
export function useConversationStore(): ConversationStore {
  const session = useSyncExternalStore(watchSession, getSession);
  const guest = useSyncExternalStore(watchGuest, storedGuest);
  const db = useQueueDb();
  return { db, room: session ? session.memberId : guest };
}

import { useSyncExternalStore } from 'react';
import { useLiveIn, useQueueDb } from '../../engine/live/live';
import { unreadOf } from './unread';
import { getSession, watchSession } from '../../session/token';
import type { QueueDb } from '../../storage/db';
import { storedGuest, watchGuest } from '../../session/guest';

/** useUnread returns how many of support's messages are unread on this device; for the collapsed widget. */
export function useUnread(): number {
  const { db, room } = useChatPlace();
  return useLiveIn(room ? db : null, `unread ${room}`, (from) => unreadOf(from, room ?? '')) ?? 0;
}

export interface ChatPlace {
  db: QueueDb | null;
  /** null if there is no conversation, or its owner is not known yet. */
  room: string | null;
}

/** useChatPlace returns the database and room of this page's conversation. */
export function useChatPlace(): ChatPlace {
  const session = useSyncExternalStore(watchSession, getSession);
  const guest = useSyncExternalStore(watchGuest, storedGuest);
  const db = useQueueDb();
  return { db, room: session ? session.memberId : guest };
}

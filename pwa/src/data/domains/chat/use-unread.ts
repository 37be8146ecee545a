import { useSyncExternalStore } from 'react';
import { useLiveIn, useQueueDb } from '../../engine/live/live';
import { unreadOf } from './unread';
import { getSession, watchSession } from '../../session/token';
import type { QueueDb } from '../../storage/db';
import { storedGuest, watchGuest } from '../../session/guest';

/** How many of support's messages nobody has looked at here; for the collapsed widget. */
export function useUnread(): number {
  const { db, room } = useChatPlace();
  return useLiveIn(room ? db : null, `unread ${room}`, (from) => unreadOf(from, room ?? '')) ?? 0;
}

export interface ChatPlace {
  db: QueueDb | null;
  /** Null where there is no conversation, or where it is not known yet whose. */
  room: string | null;
}

/** Where the conversation of whoever uses this page lies. */
export function useChatPlace(): ChatPlace {
  const session = useSyncExternalStore(watchSession, getSession);
  const guest = useSyncExternalStore(watchGuest, storedGuest);
  const db = useQueueDb();
  return { db, room: session ? session.memberId : guest };
}

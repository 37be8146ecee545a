import { useSyncExternalStore } from 'react';
import { useQueueDb } from '../../engine/live/use-database';
import { getSession, watchSession } from '../../session/token';
import type { QueueDb } from '../../storage/db';
import { storedGuest, watchGuest } from '../../session/guest';

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

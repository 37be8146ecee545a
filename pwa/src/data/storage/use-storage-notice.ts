import { useSyncExternalStore } from 'react';
import { webStorageFailure, type StorageFailure } from '../kit/web-storage';
import { useStore } from '../kit/use-store';
import { databaseFailure, isInMemory, watchStorage, type DatabaseFailure } from './storage';

/** `memory` where the phone's storage has failed: what is queued is lost when the page closes. */
export function useStorageNotice(): 'memory' | null {
  return useSyncExternalStore(watchStorage, isInMemory) ? 'memory' : null;
}

/** Why, and what is gone with this page: the session, what waits to be sent, or both. */
export type Unstored = `${StorageFailure}.session` | `${DatabaseFailure}.${'queue' | 'both'}`;

/** What this page cannot store, and why; null where all is stored. */
export function useStorageFailure(): Unstored | null {
  const session = useStore(webStorageFailure);
  const queue = useSyncExternalStore(watchStorage, databaseFailure);
  if (queue) return `${queue}.${session ? 'both' : 'queue'}`;
  return session && `${session}.session`;
}

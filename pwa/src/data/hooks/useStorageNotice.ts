import { useSyncExternalStore } from 'react';
import { webStorageFailure, type StorageFailure } from '../kit/web-storage';
import { useStore } from '../kit/useStore';
import { databaseFailure, isInMemory, watchStorage } from '../storage/storage';

/** `memory` where the phone's storage has failed: what is queued is lost when the page closes. */
export function useStorageNotice(): 'memory' | null {
  return useSyncExternalStore(watchStorage, isInMemory) ? 'memory' : null;
}

export interface Unstored {
  cause: StorageFailure;
  /** What is gone with this page: the session, what waits to be sent, or both. */
  what: 'session' | 'queue' | 'both';
}

/** What this page cannot store, and why; null where all is stored. */
export function useStorageFailure(): Unstored | null {
  const session = useStore(webStorageFailure);
  const queue = useSyncExternalStore(watchStorage, databaseFailure);
  const cause = queue ?? session;
  if (!cause) return null;
  return { cause, what: session && queue ? 'both' : queue ? 'queue' : 'session' };
}

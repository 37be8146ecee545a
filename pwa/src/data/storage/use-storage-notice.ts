import { useSyncExternalStore } from 'react';
import { webStorageFailure, type StorageFailure } from '../kit/web-storage';
import { useStore } from '../kit/use-store';
import { databaseFailure, isInMemory, watchStorage, type DatabaseFailure } from './storage';

/**
 * useStorageNotice returns `memory` if the storage has failed, so that queued items are lost with the page;
 * null otherwise.
 */
export function useStorageNotice(): 'memory' | null {
  return useSyncExternalStore(watchStorage, isInMemory) ? 'memory' : null;
}

/** The reason, and what is lost with this page: the session, the queued items, or both. */
export type StorageLoss = `${StorageFailure}.session` | `${DatabaseFailure}.${'queue' | 'both'}`;

/** useStorageFailure returns what this page cannot store, and why; null if everything is stored. */
export function useStorageFailure(): StorageLoss | null {
  const session = useStore(webStorageFailure);
  const queue = useSyncExternalStore(watchStorage, databaseFailure);
  if (queue) return `${queue}.${session ? 'both' : 'queue'}`;
  return session && `${session}.session`;
}

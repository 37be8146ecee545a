import { useSyncExternalStore } from 'react';
import { isInMemory, watchStorage } from '../storage/storage';

/** `memory` where the phone's storage has failed: what is queued is lost when the page closes. */
export function useStorageNotice(): 'memory' | null {
  return useSyncExternalStore(watchStorage, isInMemory) ? 'memory' : null;
}

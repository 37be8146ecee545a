import { useSyncExternalStore } from 'react';
import { isOffline, watchConnection } from '@/data/device/connection';

/** Without the queue that `useConnection` counts too: a long log asks in every row. */
export function useOffline(): boolean {
  return useSyncExternalStore(watchConnection, isOffline);
}

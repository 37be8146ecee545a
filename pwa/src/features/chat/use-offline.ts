import { useSyncExternalStore } from 'react';
import { isOffline, watchConnection } from '@/data/device/connection';

/** Like `useConnection` without its count of queued items: every row of a long conversation calls it. */
export function useOffline(): boolean {
  return useSyncExternalStore(watchConnection, isOffline);
}

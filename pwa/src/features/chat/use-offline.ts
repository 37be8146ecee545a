import { useSyncExternalStore } from 'react';
import { isOffline, watchConnection } from '@/data/device/connection';

/**
 * Returns whether the device is offline. Unlike `useConnection` it does not count queued items, because every
 * row of a long conversation calls it.
 */
export function useOffline(): boolean {
  return useSyncExternalStore(watchConnection, isOffline);
}

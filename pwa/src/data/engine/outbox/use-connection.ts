import { useSyncExternalStore } from 'react';
import { isOffline, watchConnection } from '../../device/connection';
import { useQueue } from './use-queue';

export interface Connection {
  /** Nothing has answered for two seconds. */
  offline: boolean;
  /** How many items wait to be sent. */
  waiting: number;
}

export function useConnection(): Connection {
  const offline = useSyncExternalStore(watchConnection, isOffline);
  const { data } = useQueue();
  return { offline, waiting: data?.length ?? 0 };
}

import { useSyncExternalStore } from 'react';
import { serverOffset, watchServerTime } from './clock';

/**
 * useServerTime renders the component again when the first response shows that the phone's clock is wrong.
 * Use it in components that name a day.
 */
export function useServerTime(): void {
  useSyncExternalStore(watchServerTime, serverOffset);
}

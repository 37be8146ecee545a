import { useSyncExternalStore } from 'react';
import { serverAhead, watchServerTime } from './clock';

/**
 * useServerTime renders again when the first response shows that the phone's clock is wrong. For
 * components that name a day.
 */
export function useServerTime(): void {
  useSyncExternalStore(watchServerTime, serverAhead);
}

import { useSyncExternalStore } from 'react';
import { serverAhead, watchServerTime } from './clock';

/** Draws anew what names a day, where the first answer tells that the phone's clock is wrong. */
export function useServerTime(): void {
  useSyncExternalStore(watchServerTime, serverAhead);
}

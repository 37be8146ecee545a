import { useSyncExternalStore } from 'react';
import type { Store } from './store';

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.watch, store.get);
}

/** Follows a part of it; what `pick` answers has to be the same while nothing of it has changed. */
export function usePart<T, Part>(store: Store<T>, pick: (value: T) => Part): Part {
  return useSyncExternalStore(store.watch, () => pick(store.get()));
}

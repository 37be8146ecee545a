import { useSyncExternalStore } from 'react';
import type { Store } from './store';

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.watch, store.get);
}

/**
 * useSelected returns a part of the store's value, and renders again when the part changes. `pick` must
 * return the identical part while it is unchanged.
 */
export function useSelected<T, Part>(store: Store<T>, pick: (value: T) => Part): Part {
  return useSyncExternalStore(store.watch, () => pick(store.get()));
}

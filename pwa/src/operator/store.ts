import { useSyncExternalStore } from 'react';

/** One value that screens follow. Values are never changed in place, so "the same" means unchanged. */
export class Store<T> {
  #value: T;
  readonly #listeners = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  get = (): T => this.#value;

  set = (value: T): void => {
    if (value === this.#value) return;
    this.#value = value;
    for (const listener of this.#listeners) listener();
  };

  change(by: (value: T) => T): void {
    this.set(by(this.#value));
  }

  watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.watch, store.get);
}

/** Follows a part of it; what `pick` answers has to be the same while nothing of it has changed. */
export function usePart<T, Part>(store: Store<T>, pick: (value: T) => Part): Part {
  return useSyncExternalStore(store.watch, () => pick(store.get()));
}

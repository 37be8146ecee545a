/** Signal notifies its watchers. Without a payload, a watcher reads elsewhere what changed. */
export class Signal<Payload = void> {
  readonly #listeners = new Set<(payload: Payload) => void>();

  get watched(): boolean {
    return this.#listeners.size > 0;
  }

  emit = (payload: Payload): void => {
    for (const listener of this.#listeners) listener(payload);
  };

  /** Returns the unsubscribe function. */
  watch = (listener: (payload: Payload) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

/**
 * Store holds one value that screens follow. Values are never changed in place, so an identical value is
 * an unchanged one.
 */
export class Store<T> {
  #value: T;
  readonly #changed = new Signal();

  constructor(value: T) {
    this.#value = value;
  }

  get = (): T => this.#value;

  set = (value: T): void => {
    if (value === this.#value) return;
    this.#value = value;
    this.#changed.emit();
  };

  change(update: (value: T) => T): void {
    this.set(update(this.#value));
  }

  /** Returns the unsubscribe function. */
  watch = (listener: () => void): (() => void) => this.#changed.watch(listener);
}

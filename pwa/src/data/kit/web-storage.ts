/**
 * Local and session storage that never throw. A browser may refuse them (all cookies blocked), or lack them
 * (a WebView without DOM storage). It may refuse to write (full), or lose them while the page is open. A
 * value that cannot be written is kept in memory, and is lost with the page. `webStorageFailure` has the
 * reason, for a notice. A value that was read once stays known if a later read fails.
 */
import { Store } from './store';

export interface WebStorage {
  /** Returns null if nothing is stored under the key, or if the storage could never be read. */
  get(key: string): string | null;
  /** Returns false if the browser did not store the value. The value is then lost with this page. */
  set(key: string, value: string): boolean;
  remove(key: string): void;
}

/**
 * The part of the browser's storage that is used. The service worker loads this file too, and has no storage.
 */
interface Area {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Why a value cannot be stored: there is no room, or the browser allows no storage. */
export type StorageFailure = 'full' | 'blocked';

/** Null until a value could not be written. */
export const webStorageFailure = new Store<StorageFailure | null>(null);

/** `localStorage`: stays when the browser is closed. */
export const deviceStorage = openStorage('localStorage');
/** `sessionStorage`: stays as long as its tab. */
export const tabStorage = openStorage('sessionStorage');

function openStorage(name: 'localStorage' | 'sessionStorage'): WebStorage {
  /** The values that this page last read or wrote. */
  const known = new Map<string, string | null>();
  /** Keys whose stored value, if any, differs from the known one. */
  const unwritten = new Set<string>();

  /**
   * Returns null after a success, or the reason of the failure. Reading the property may already throw, and
   * the property may be null.
   */
  const attempt = (work: (storage: Area) => void): StorageFailure | null => {
    try {
      work((globalThis as unknown as Record<typeof name, Area>)[name]);
      return null;
    } catch (error) {
      return (error as Error).name === 'QuotaExceededError' ? 'full' : 'blocked';
    }
  };

  return {
    get: (key) => {
      if (!unwritten.has(key)) attempt((storage) => known.set(key, storage.getItem(key)));
      return known.get(key) ?? null;
    },
    set: (key, value) => {
      known.set(key, value);
      unwritten.delete(key);
      const failure = attempt((storage) => storage.setItem(key, value));
      if (!failure) return true;
      // The old value is removed. Otherwise the next page would read it.
      attempt((storage) => storage.removeItem(key));
      unwritten.add(key);
      webStorageFailure.set(failure);
      return false;
    },
    remove: (key) => {
      known.set(key, null);
      unwritten.delete(key);
      if (attempt((storage) => storage.removeItem(key))) unwritten.add(key);
    },
  };
}

/** A list of rows under one key of local storage. An unreadable value is an empty list. */
export interface StoredList<Row> {
  rows(): Row[];
  /** Stores `rows` in place of the list. An empty list removes the key. */
  write(rows: readonly Row[]): void;
}

export function deviceStorageList<Row>(key: string): StoredList<Row> {
  return {
    rows() {
      try {
        const stored: unknown = JSON.parse(deviceStorage.get(key) ?? '[]');
        return Array.isArray(stored) ? (stored as Row[]) : [];
      } catch {
        return [];
      }
    },
    write: (rows) => {
      if (rows.length === 0) deviceStorage.remove(key);
      else deviceStorage.set(key, JSON.stringify(rows));
    },
  };
}

/**
 * Local and session storage that never throw. A browser may refuse them (all cookies blocked), lack
 * them (a WebView without DOM storage), refuse to write (full), or lose them under a living page. What
 * cannot be written is kept in memory: it counts for this page and is gone with it. `webStorageFailure` says so,
 * and why, for a notice. What was read once is still known when reading fails later.
 */
import { Store } from './store';

export interface WebStorage {
  /** Null where nothing is stored under the key, and where the browser never said. */
  get(key: string): string | null;
  /** Returns false where the browser did not take the value: it ends with this page. */
  set(key: string, value: string): boolean;
  remove(key: string): void;
}

/** The browser's own, as far as it is used; the service worker, which has none, reads this file too. */
interface Area {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Why a store takes nothing: there is no room, or the browser gives none. */
export type StorageFailure = 'full' | 'blocked';

/** Null until a value could not be written. */
export const webStorageFailure = new Store<StorageFailure | null>(null);

/** Outlives the browser: `localStorage`. */
export const lasting = storageOver('localStorage');
/** Lives as long as its tab: `sessionStorage`. */
export const passing = storageOver('sessionStorage');

function storageOver(name: 'localStorage' | 'sessionStorage'): WebStorage {
  /** What this page read or wrote last. */
  const known = new Map<string, string | null>();
  /** The keys whose stored value, if any, is not the known one. */
  const unwritten = new Set<string>();

  /** Returns null, or why it failed. The property alone may throw, and it may be null. */
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
      // An older value under the key would come back with the next page.
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

/** A list of rows under one key of local storage. What cannot be read is an empty list. */
export interface StoredList<Row> {
  rows(): Row[];
  /** Stores `rows` in place of the list; an empty one leaves no key. */
  write(rows: readonly Row[]): void;
}

export function lastingList<Row>(key: string): StoredList<Row> {
  return {
    rows() {
      try {
        const stored: unknown = JSON.parse(lasting.get(key) ?? '[]');
        return Array.isArray(stored) ? (stored as Row[]) : [];
      } catch {
        return [];
      }
    },
    write: (rows) => {
      if (rows.length === 0) lasting.remove(key);
      else lasting.set(key, JSON.stringify(rows));
    },
  };
}

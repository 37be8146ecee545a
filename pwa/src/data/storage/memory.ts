/**
 * IndexedDB in memory, for a phone whose own does not work. Loaded only then; the whole data
 * layer goes on as it is.
 */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { StorageOptions } from './db';

export function memoryStorage(): StorageOptions {
  return { indexedDB: new IDBFactory(), IDBKeyRange };
}

/**
 * IndexedDB in memory, for a phone whose own does not work. Loaded only then; the whole data
 * layer goes on as it is.
 */
import type Dexie from 'dexie';
import type { Table } from 'dexie';
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import type { StorageOptions } from './db';

export interface Memory {
  options: StorageOptions;
  /** Copies all that can be read. */
  copy(disk: Dexie, to: Dexie): Promise<void>;
}

export function memoryStorage(): Memory {
  return { options: { indexedDB: new IDBFactory(), IDBKeyRange }, copy };
}

async function copy(disk: Dexie, to: Dexie): Promise<void> {
  const read = (table: Table) => table.toArray();
  const found = await disk
    .transaction('r', disk.tables, () => Promise.all(disk.tables.map(read)))
    // Table by table: one that cannot be read keeps no other behind.
    .catch(() => Promise.all(disk.tables.map((table) => read(table).catch(() => []))));
  await to.transaction('rw', to.tables, async () => {
    for (const [i, { name }] of disk.tables.entries()) await to.table(name).bulkPut(found[i] ?? []);
  });
}

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

/** Row by row where it must be: what cannot be read keeps nothing else behind. */
async function rowsOf(table: Table): Promise<unknown[]> {
  const read = async () => {
    const rows: unknown[] = [];
    for (const key of await table.toCollection().primaryKeys()) {
      const row: unknown = await table.get(key).catch(() => undefined);
      if (row !== undefined) rows.push(row);
    }
    return rows;
  };
  return table.toArray().catch(() => read().catch(() => []));
}

async function copy(disk: Dexie, to: Dexie): Promise<void> {
  const read = (table: Table) => table.toArray();
  const found = await disk
    .transaction('r', disk.tables, () => Promise.all(disk.tables.map(read)))
    .catch(() => Promise.all(disk.tables.map(rowsOf)));
  await to.transaction('rw', to.tables, async () => {
    for (const [i, { name }] of disk.tables.entries()) await to.table(name).bulkPut(found[i] ?? []);
  });
}

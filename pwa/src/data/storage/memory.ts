/**
 * IndexedDB in memory, for a device whose own does not work. Loaded only then. The rest of the data code
 * runs unchanged.
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

/** Reads row by row if necessary, so that one unreadable row does not lose the others. */
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

/**
 * Decides which row of a list is stored if several sources return it. Rows of a sync arrive in a reliable
 * order and always replace others. Versions must not decide between them, because a restored server uses
 * versions again.
 */
import type { Table } from 'dexie';
import type { ListName, MemberDb } from '../../storage/db';

export interface ListRow {
  /** All lists are sorted by this field. */
  createdAt: string;
  version: number;
  provisional?: boolean;
  unsent?: boolean;
}

export function tableOf(db: MemberDb, name: ListName): Table<ListRow, string> {
  return db.table<ListRow, string>(name);
}

/** keyIn returns the row's key in its table. */
export function keyIn(table: Table<ListRow, string>, row: ListRow): string {
  return row[table.schema.primKey.keyPath as keyof ListRow] as string;
}

/**
 * putProvisional stores a row from a paged call, a command or an upload. It adds a missing row and replaces a
 * provisional one. Only another sync may replace a row from a sync.
 */
export async function putProvisional(db: MemberDb, name: ListName, row: ListRow): Promise<void> {
  const table = tableOf(db, name);
  const known = await table.get(keyIn(table, row));
  const isReplaceable = !known || known.unsent || (known.provisional && known.version <= row.version);
  if (isReplaceable) await table.put({ ...row, provisional: true });
}

/**
 * deleteUnconfirmed removes provisional rows that a complete sync does not have, if they were received before
 * the sync was requested. The server was restored since it sent them.
 */
export async function deleteUnconfirmed(
  db: MemberDb,
  name: ListName,
  receivedBefore: ReadonlySet<string>,
  synced: ReadonlySet<string>,
): Promise<void> {
  const table = tableOf(db, name);
  const missing = [...receivedBefore].filter((key) => !synced.has(key));
  for (const key of missing) {
    if ((await table.get(key))?.provisional) await table.delete(key);
  }
}

export async function provisionalKeys(db: MemberDb, name: ListName): Promise<Set<string>> {
  const keys = await tableOf(db, name)
    .filter((row) => row.provisional === true)
    .primaryKeys();
  return new Set(keys);
}

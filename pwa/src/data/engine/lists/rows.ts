/**
 * Which row of a list is kept if several sources bring it. A sync's rows come in a reliable order and
 * always replace others. Versions must not decide there, since a restored server uses them again.
 */
import type { Table } from 'dexie';
import type { ListName, MemberDb } from '../../storage/db';

export interface ListRow {
  /** Every list is sorted by it. */
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
 * putTold stores a row of a paged call, a command or an upload. It adds missing rows and replaces
 * provisional ones. A row from a sync is replaced only by a sync.
 */
export async function putTold(db: MemberDb, name: ListName, row: ListRow): Promise<void> {
  const table = tableOf(db, name);
  const known = await table.get(keyIn(table, row));
  const free = !known || known.unsent || (known.provisional && known.version <= row.version);
  if (free) await table.put({ ...row, provisional: true });
}

/**
 * sweepUnconfirmed removes rows that were received before a complete sync was requested and that the sync
 * does not have. Such a row belongs to a server that was restored since.
 */
export async function sweepUnconfirmed(
  db: MemberDb,
  name: ListName,
  toldBefore: ReadonlySet<string>,
  brought: ReadonlySet<string>,
): Promise<void> {
  const table = tableOf(db, name);
  const missing = [...toldBefore].filter((key) => !brought.has(key));
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

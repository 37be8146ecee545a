/**
 * Which row of a list stands when several ways bring it. A sync's rows come in a sure order and
 * always stand; versions must not decide there, since a restored server uses them again.
 */
import type { Table } from 'dexie';
import type { ListName, MemberDb } from '../../storage/db';

export interface ListRow {
  /** The order of every list. */
  createdAt: string;
  version: number;
  provisional?: boolean;
  unsent?: boolean;
}

export function tableOf(db: MemberDb, name: ListName): Table<ListRow, string> {
  return db.table<ListRow, string>(name);
}

/** Returns what the row is known by: the key of its table. */
export function keyIn(table: Table<ListRow, string>, row: ListRow): string {
  return row[table.schema.primKey.keyPath as keyof ListRow] as string;
}

/**
 * Puts what a paged call, a command or an upload told. It fills gaps and renews what is provisional
 * as well; what a sync has brought is renewed by a sync alone.
 */
export async function putTold(db: MemberDb, name: ListName, row: ListRow): Promise<void> {
  const table = tableOf(db, name);
  const known = await table.get(keyIn(table, row));
  const free = !known || known.unsent || (known.provisional && known.version <= row.version);
  if (free) await table.put({ ...row, provisional: true });
}

/**
 * Removes what was told before the sync was asked for and what it, being whole, does not know:
 * such a row belongs to a server that was restored since.
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

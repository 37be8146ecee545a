/**
 * Which row of a list stands when several ways bring it. A sync's rows come in a sure order and
 * always stand; versions must not decide there, since a restored server uses them again.
 */
import type { Table } from 'dexie';

interface Row {
  version: number;
  provisional?: boolean;
  unsent?: boolean;
}

/**
 * Puts what a paged call or an upload told. It fills gaps and renews what is provisional as well;
 * what a sync has brought is renewed by a sync alone.
 */
export async function putTold<T extends Row>(table: Table<T, string>, key: string, row: T): Promise<void> {
  const known = await table.get(key);
  const free = !known || known.unsent || (known.provisional && known.version <= row.version);
  if (free) await table.put({ ...row, provisional: true });
}

/**
 * Removes what was told before the sync was asked for and what it, being whole, does not know:
 * such a row belongs to a server that was restored since.
 */
export async function sweepUnconfirmed<T extends Row>(
  table: Table<T, string>,
  toldBefore: ReadonlySet<string>,
  brought: ReadonlySet<string>,
): Promise<void> {
  const missing = [...toldBefore].filter((key) => !brought.has(key));
  for (const key of missing) {
    if ((await table.get(key))?.provisional) await table.delete(key);
  }
}

export async function provisionalKeys<T extends Row>(table: Table<T, string>): Promise<Set<string>> {
  const keys = await table.filter((row) => row.provisional === true).primaryKeys();
  return new Set(keys);
}

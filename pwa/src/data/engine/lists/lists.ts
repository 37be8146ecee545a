/**
 * The synced lists. A row arrives by a sync, in a command's response, or by a paged call before the first
 * sync is complete. Screens read the device's table, newest first. Each list's domain registers it.
 */
import type { Table } from 'dexie';
import type { ResponseOf, PathOf } from '../../api/routes';
import type { SyncResponse } from '../../api/types';
import { Registry } from '../../kit/registry';
import type { Member } from '../../session/member';
import { LIST_NAMES, type ListName, type MemberDb, type RowOf, type SyncCursor } from '../../storage/db';
import { withMemberDb } from '../../storage/storage';
import { putProvisional, tableOf, type ListRow } from './rows';

/** Rows per page. */
export const PAGE_SIZE = 10;

/** A field of a sync's response that has such rows. */
type FieldOf<Row> = {
  [F in keyof SyncResponse]-?: SyncResponse[F] extends Row[] ? F : never;
}[keyof SyncResponse];

/** A call that returns pages with this field. */
type PagesOf<Field extends PropertyKey> = {
  [P in PathOf<'POST'>]: ResponseOf<'POST', P> extends { total: number } & Record<Field, unknown> ? P : never;
}[PathOf<'POST'>];

interface List<Row extends ListRow, Field extends PropertyKey = keyof SyncResponse> {
  /** The field with its rows in a sync and a page. A server that does not know the list has no such field. */
  field: Field;
  /** The call that returns a page, newest first. A list without this call is filled only by sync. */
  pages?: PagesOf<Field>;
  /** Updates other tables that depend on a received row, in the same transaction. */
  updateRelated?(db: MemberDb, row: Row): Promise<void>;
  /** The tables that `updateRelated` writes. */
  writes?(db: MemberDb): Table[];
  /** True if the device may add its own rows before the server has them. */
  hasLocalRows?: boolean;
  /** Returns true while a member waits for the row's outcome: the app then syncs more often. */
  isAwaited?(row: Row): boolean;
}

const lists = new Registry<ListName, List<ListRow>>('list', LIST_NAMES);

export function registerList<Name extends ListName, Field extends FieldOf<RowOf<Name>>>(
  name: Name,
  list: List<RowOf<Name>, Field>,
): void {
  lists.register(name, list as List<ListRow>);
}

/** listOf returns the registered list, typed by the fields that all lists share. Throws if it is not registered. */
export function listOf(name: ListName): List<ListRow> {
  return lists.get(name);
}

/** assertLists throws if a list is not registered: a sync would skip its rows. */
export const assertLists = lists.assertComplete;

/** storeRow stores the row of a command's response, in its own transaction. */
export async function storeRow<Name extends ListName>(
  { memberId }: Pick<Member, 'memberId'>,
  name: Name,
  row: RowOf<Name>,
): Promise<void> {
  await withMemberDb(memberId, (db) =>
    db.transaction('rw', tableOf(db, name), () => putProvisional(db, name, row)),
  );
}

/** syncCursor returns how far the member's data is synced; undefined before the first sync. */
export async function syncCursor(db: MemberDb): Promise<SyncCursor | undefined> {
  return (await db.cursors.get('sync')) as SyncCursor | undefined;
}

/** cursorOf returns the cursor for the next sync; empty before the first. */
export async function cursorOf(db: MemberDb): Promise<string> {
  return (await syncCursor(db))?.cursor ?? '';
}

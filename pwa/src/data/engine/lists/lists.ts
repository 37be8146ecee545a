/**
 * The synced lists. A row comes by a sync, by a paged call before the first sync is through, or as
 * the answer to something that was just done; screens read the device's table, newest first. The
 * domain of each registers it.
 */
import type { Table } from 'dexie';
import type { AnswerOf, PathOf } from '../../api/routes';
import type { SyncAnswer } from '../../api/types';
import { Registry } from '../../kit/registry';
import type { Member } from '../../session/member';
import { LIST_NAMES, type ListName, type MemberDb, type RowOf, type SyncCursor } from '../../storage/db';
import { inMember } from '../../storage/storage';
import { putTold, tableOf, type ListRow } from './rows';

/** How many rows a page has. */
export const PAGE_SIZE = 10;

/** A field of a sync's answer that has such rows. */
type FieldOf<Row> = {
  [F in keyof SyncAnswer]-?: SyncAnswer[F] extends Row[] ? F : never;
}[keyof SyncAnswer];

/** A call that answers pages with this field. */
type PagesOf<Field extends PropertyKey> = {
  [P in PathOf<'POST'>]: AnswerOf<'POST', P> extends { total: number } & Record<Field, unknown> ? P : never;
}[PathOf<'POST'>];

interface List<Row extends ListRow, Field extends PropertyKey = keyof SyncAnswer> {
  /** Where a sync and a page have its rows. A server that does not know the list has no such field. */
  field: Field;
  /** What answers a page, newest first. A list without it comes by the sync alone. */
  pages?: PagesOf<Field>;
  /** Settles what else a row of the server's settles, in the same transaction. */
  arrived?(db: MemberDb, row: Row): Promise<void>;
  /** The tables that `arrived` writes. */
  settles?(db: MemberDb): Table[];
  /** Rows may be the phone's own promise, before the server has them. */
  isPromised?: boolean;
  /** Returns true while a person waits for what becomes of the row: the server is then asked more often. */
  isAwaited?(row: Row): boolean;
}

const lists = new Registry<ListName, List<ListRow>>('list', LIST_NAMES);

export function registerList<Name extends ListName, Field extends FieldOf<RowOf<Name>>>(
  name: Name,
  list: List<RowOf<Name>, Field>,
): void {
  lists.register(name, list as List<ListRow>);
}

/** The list by what all of them have in common. Throws if it is not registered. */
export function listOf(name: ListName): List<ListRow> {
  return lists.get(name);
}

/** Throws if a list is not registered: a sync would leave out its rows. */
export const assertLists = lists.assertWhole;

/** Stores the row that a command's answer has, in a transaction of its own. */
export async function keepRow<Name extends ListName>(
  { memberId }: Pick<Member, 'memberId'>,
  name: Name,
  row: RowOf<Name>,
): Promise<void> {
  await inMember(memberId, (db) => db.transaction('rw', tableOf(db, name), () => putTold(db, name, row)));
}

/** How far the member's copy has caught up with the server. */
export async function syncCursor(db: MemberDb): Promise<SyncCursor | undefined> {
  return (await db.cursors.get('sync')) as SyncCursor | undefined;
}

/** What to ask the next sync with; empty before the first. */
export async function cursorOf(db: MemberDb): Promise<string> {
  return (await syncCursor(db))?.cursor ?? '';
}

/**
 * The synced lists. A row comes by a sync, by a paged call before the first sync is through, or as
 * the answer to something that was just done; screens read the device's table, newest first. The
 * domain of each registers it.
 */
import type { Table } from 'dexie';
import type { SyncAnswer } from '../../api/types';
import { Registry } from '../../kit/registry';
import type { Member } from '../../session/member';
import { LIST_NAMES, type ListName, type MemberDb, type RowOf } from '../../storage/db';
import { inMember } from '../../storage/storage';
import { putTold, tableOf, type ListRow } from './rows';

export interface PageQuestion {
  auth: string;
  body: { page: number; limit: number };
}

export interface List<Row extends ListRow> {
  pageSize: number;
  keyOf(row: Row): string;
  /** One page of the server's, newest first, pages from 1 on. Throws ApiError. */
  ask(question: PageQuestion): Promise<{ total: number; rows: Row[] }>;
  /** The rows that a sync brings; undefined from a server that does not know the list yet. */
  changed(answer: SyncAnswer): Row[] | undefined;
  /** What else is settled when the server tells of a row, in the same transaction. */
  arrived?(db: MemberDb, row: Row): Promise<void>;
  /** The tables that `arrived` writes. */
  settles?(db: MemberDb): Table[];
  /** Rows may be the phone's own promise, before the server has them. */
  isPromised?: boolean;
  /** Returns true while a person waits for what becomes of the row: the server is then asked more often. */
  isAwaited?(row: Row): boolean;
}

const lists = new Registry<ListName, List<ListRow>>('list');

export function registerList<Name extends ListName>(name: Name, list: List<RowOf<Name>>): void {
  lists.register(name, list);
}

/** The list by what all of them have in common. Throws if it is not registered. */
export function listOf(name: ListName): List<ListRow> {
  return lists.get(name);
}

/** Throws if a list is not registered: a sync would leave out its rows. */
export function assertLists(): void {
  for (const name of LIST_NAMES) listOf(name);
}

/** Stores the row that a command's answer has, in a transaction of its own. */
export async function keepRow<Name extends ListName>(
  { memberId }: Pick<Member, 'memberId'>,
  name: Name,
  row: RowOf<Name>,
): Promise<void> {
  await inMember(memberId, (db) =>
    db.transaction('rw', tableOf(db, name), () => putTold(db, name, listOf(name).keyOf(row), row)),
  );
}

/**
 * The statement filtered by kind and month. The device filters its stored statement lines. Until its history
 * is complete, the server's pages decide which lines exist. Totals always come from the server.
 */
import { call } from '../../api/client';
import { serverNow } from '../../api/clock';
import type { ResponseOf } from '../../api/routes';
import { SingleFlight } from '../../kit/single-flight';
import { cursorOf, PAGE_SIZE, syncCursor } from '../../engine/lists/lists';
import type { ListPage } from '../../engine/pages/pages';
import { putProvisional } from '../../engine/lists/rows';
import { getSession, resolveMember } from '../../session/token';
import type { FilteredPageRow, MemberDb, StatementRow } from '../../storage/db';
import { withMemberDb } from '../../storage/storage';
import { syncNow } from '../../engine/sync/sync';
import type { StatementKind } from './kinds';
import { boundsOf } from './months';

export interface Filter {
  kind?: StatementKind;
  /** Such as 2026-11. */
  month?: string;
}

export type Totals = NonNullable<ResponseOf<'POST', '/api/statement'>['totals']>[number];

export interface FilteredPage extends ListPage<StatementRow> {
  /** The totals for the data that the device has now; undefined if unknown. */
  totals?: Totals[];
  /**
   * The sync cursor of this page. If it changes, the totals are fetched again. It is empty during the first
   * sync, and missing for an unfiltered page.
   */
  cursor?: string;
}

/** isOfKind returns whether a statement type belongs to the kind. The end of a bonus counts as a bonus. */
export function isOfKind(kind: StatementKind | undefined, type: string): boolean {
  return kind === undefined || type === kind || (kind === 'bonus' && type === 'finish_bonus');
}

export function isFiltered({ kind, month }: Filter): boolean {
  return kind !== undefined || month !== undefined;
}

export function scopeOf({ kind, month }: Filter, page: number): FilteredPageRow['scope'] {
  return `statement ${kind ?? ''} ${month ?? ''} ${page}`;
}

const running = new SingleFlight();

/** refreshFiltered fetches a page and its totals. Never rejects. */
export function refreshFiltered(filter: Filter, page: number): Promise<void> {
  const scope = scopeOf(filter, page);
  return running.run(`${scope} ${getSession()?.token}`, () => fetchFiltered(filter, page));
}

async function fetchFiltered(filter: Filter, page: number): Promise<void> {
  const member = await resolveMember();
  if (!member) return;
  const cursor = await withMemberDb(member.memberId, async (db) => {
    if ((await syncCursor(db))?.complete) await syncNow();
    return cursorOf(db);
  });
  const response = await call('POST', '/api/statement', {
    auth: member.token,
    body: { page, limit: PAGE_SIZE, type: filter.kind, month: filter.month },
  });
  const { statements, total, totals = [] } = response;
  await withMemberDb(member.memberId, (db) =>
    db.transaction('rw', [db.statement, db.cursors], async () => {
      for (const row of statements) await putProvisional(db, 'statement', row);
      const ids = statements.map(({ _id }) => _id);
      const scope = scopeOf(filter, page);
      await db.cursors.put({ scope, ids, total, totals, cursor, fetchedAt: serverNow() });
    }),
  );
}

export async function readFiltered(db: MemberDb, filter: Filter, page: number): Promise<FilteredPage> {
  const sync = await syncCursor(db);
  const serverPage = (await db.cursors.get(scopeOf(filter, page))) as FilteredPageRow | undefined;
  const cursor = sync?.cursor ?? '';
  const isComplete = sync?.complete ?? false;
  const totals = serverPage?.cursor === cursor ? serverPage.totals : undefined;
  if (serverPage && !isComplete) {
    const rows = await db.statement.bulkGet(serverPage.ids);
    return {
      rows: rows.filter((row) => row !== undefined),
      total: serverPage.total,
      fetchedAt: serverPage.fetchedAt,
      totals,
      cursor: '',
    };
  }
  const [since, until] = filter.month ? boundsOf(filter.month) : ['', '~'];
  const matchingRows = () =>
    db.statement
      .where('createdAt')
      .between(since, until)
      .filter(({ statementType }) => isOfKind(filter.kind, statementType));
  const rows = await matchingRows()
    .reverse()
    .offset((page - 1) * PAGE_SIZE)
    .limit(PAGE_SIZE)
    .toArray();
  return {
    rows,
    total: await matchingRows().count(),
    fetchedAt: sync?.fetchedAt,
    totals,
    cursor: isComplete ? cursor : '',
  };
}

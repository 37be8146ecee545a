/** A list's pages: stored on the device until the first sync is complete, and read from there. */
import { requestAt } from '../../api/client';
import { serverNow } from '../../api/clock';
import { SingleFlight } from '../../kit/single-flight';
import { getSession, resolveMember } from '../../session/token';
import type { ListCursor, ListName, MemberDb, RowOf, SyncCursor } from '../../storage/db';
import { withMemberDb } from '../../storage/storage';
import { listOf, PAGE_SIZE, syncCursor } from '../lists/lists';
import { syncNow } from '../sync/sync';
import { putProvisional, tableOf, type ListRow } from '../lists/rows';
import { dateOf, useRequestOnce, type Cached } from '../live/cached';
import { useLast, useLive, useMemberDb, type StoredQuery } from '../live/live';

export interface ListPage<Row> {
  /** Unsent rows come before the rows of the first page. */
  rows: Row[];
  /** The number of rows that the server has. */
  total: number;
  /** When the server last confirmed the list; undefined if it never did. */
  fetchedAt?: number;
}

const running = new SingleFlight();

/** refreshList brings one page up to date. Never rejects: without a response the page keeps its age. */
export function refreshList(name: ListName, page = 1): Promise<void> {
  return running.run(`${name} ${page} ${getSession()?.token}`, () => fetchPage(name, page));
}

/** Fetches the page, until the whole history is on the device. From then on a sync updates it. */
async function fetchPage(name: ListName, page: number): Promise<void> {
  const member = await resolveMember();
  if (!member) return;
  const { memberId, token } = member;
  if (await withMemberDb(memberId, async (db) => (await syncCursor(db))?.complete))
    return void (await syncNow());
  const { pages, field } = listOf(name);
  if (!pages) return;
  const { body } = await requestAt('POST', pages, { auth: token, body: { page, limit: PAGE_SIZE } });
  const { total, [field]: rows } = body as { total: number } & Record<string, ListRow[]>;
  await withMemberDb(memberId, (db) => applyPage(db, name, page, { total, rows: rows ?? [] }, serverNow()));
}

export async function applyPage(
  db: MemberDb,
  name: ListName,
  page: number,
  { total, rows }: { total: number; rows: ListRow[] },
  now: number,
): Promise<void> {
  const list = listOf(name);
  await db.transaction('rw', [tableOf(db, name), ...(list.writes?.(db) ?? []), db.cursors], async () => {
    for (const row of rows) {
      await putProvisional(db, name, row);
      await list.updateRelated?.(db, row);
    }
    await storeExtent(db, { scope: name, page, total, last: rows.at(-1)?.createdAt, now });
  });
}

/**
 * readPage returns one page from the device, as it was at one moment. Until the history is complete, the page
 * ends at the last row known without a gap. Otherwise it could show last year's rows directly after yesterday's.
 */
export async function readPage<Name extends ListName>(
  db: MemberDb,
  name: Name,
  page: number,
): Promise<ListPage<RowOf<Name>>> {
  const { hasLocalRows } = listOf(name);
  const table = db.table<RowOf<Name>, string>(name);
  return db.transaction('r', table, db.cursors, async () => {
    const { complete, floor, total, fetchedAt } = await extentOf(db, name);
    const known = table
      .where('createdAt')
      .aboveOrEqual(complete ? '' : floor)
      .reverse();
    const sent = await (hasLocalRows ? known.filter((row) => !isUnsent(row)) : known)
      .offset((page - 1) * PAGE_SIZE)
      .limit(PAGE_SIZE)
      .toArray();
    const unsent = hasLocalRows ? (await table.filter(isUnsent).sortBy('createdAt')).reverse() : [];
    return {
      rows: page === 1 ? [...unsent, ...sent] : sent,
      total: complete ? (await table.count()) - unsent.length : total,
      fetchedAt,
    };
  });
}

function isUnsent(row: ListRow): boolean {
  return row.unsent === true;
}

/** isKnown returns false for a list that is empty only because no response has come yet. */
export function isKnown<Row>(page: ListPage<Row> | undefined): page is ListPage<Row> {
  return page !== undefined && (page.rows.length > 0 || page.fetchedAt !== undefined);
}

/** A text later than any time, so that no row is known without a gap. */
const NO_FLOOR = '~';

interface Extent {
  scope: ListName;
  page: number;
  total: number;
  last: string | undefined;
  now: number;
}

/**
 * Stores down to which row the list is known without a gap, until the first sync is complete. A later page
 * that is fetched alone extends nothing.
 */
async function storeExtent(db: MemberDb, { scope, page, total, last, now }: Extent): Promise<void> {
  const known = (await db.cursors.get(scope)) as ListCursor | undefined;
  const isContinuous = page === 1 || known !== undefined;
  const floor = isContinuous ? (last ?? known?.floor ?? NO_FLOOR) : NO_FLOOR;
  await db.cursors.put({ scope, total, floor, fetchedAt: now });
}

async function extentOf(db: MemberDb, scope: ListName) {
  const [sync, list] = (await db.cursors.bulkGet(['sync', scope])) as [SyncCursor?, ListCursor?];
  const fetchTimes = [sync?.fetchedAt, list?.fetchedAt].filter((at) => at !== undefined);
  return {
    complete: sync?.complete ?? false,
    floor: list?.floor ?? NO_FLOOR,
    total: list?.total ?? 0,
    fetchedAt: fetchTimes.length > 0 ? Math.max(...fetchTimes) : undefined,
  };
}

/** listQuery reads a page of a list as the device has it. */
export function listQuery<Name extends ListName>(name: Name, page = 1): StoredQuery<ListPage<RowOf<Name>>> {
  return { database: 'member', name: `${name} ${page}`, read: (db) => readPage(db, name, page) };
}

/** useList returns one page of a list, newest first; pages start at 1. */
export function useList<Name extends ListName>(name: Name, page = 1): Cached<ListPage<RowOf<Name>>> {
  const db = useMemberDb();
  const query = listQuery(name, page);
  const list = useLast(useLive(query));
  const busy = useRequestOnce({
    key: `${name} ${page}`,
    request: () => refreshList(name, page),
    ready: db !== null,
    hasData: isKnown(list),
    query,
  });
  return {
    data: isKnown(list) ? list : undefined,
    asOf: dateOf(list?.fetchedAt),
    loading: busy && !(list && list.rows.length > 0),
  };
}

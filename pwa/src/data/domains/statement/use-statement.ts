import { dateOf, useRequestOnce, type Cached } from '../../engine/live/cached';
import { useConnection } from '../../engine/outbox/use-queue';
import { useLive, useMemberDb, type StoredQuery } from '../../engine/live/live';
import { isKnown, listQuery, refreshList } from '../../engine/pages/pages';
import type { Profile } from '../../api/types';
import { syncCursor } from '../../engine/lists/lists';
import { isFiltered, readFiltered, refreshFiltered, scopeOf, type Filter, type FilteredPage } from './filter';
import { monthsBack } from './months';

/** useStatement returns a page of the statement, newest first, of one kind and month if given. */
export function useStatement(page: number, filter: Filter): Cached<FilteredPage> {
  const db = useMemberDb();
  const { offline } = useConnection();
  const scope = scopeOf(filter, page);
  const query = statementQuery(page, filter);
  const list = useLive(query);
  // After a change, or when the network is back, the totals are fetched again.
  const filterKey = isFiltered(filter) ? ` ${list?.cursor} ${offline}` : '';
  const busy = useRequestOnce({
    key: scope + filterKey,
    request: () => (isFiltered(filter) ? refreshFiltered(filter, page) : refreshList('statement', page)),
    ready: db !== null && (list !== undefined || !isFiltered(filter)),
    hasData: isKnown(list),
    query,
  });
  return {
    data: isKnown(list) ? list : undefined,
    asOf: dateOf(list?.fetchedAt),
    loading: busy && !(list && list.rows.length > 0),
  };
}

/** statementQuery returns a query of one page of the filtered statement from the device. */
export function statementQuery(page: number, filter: Filter): StoredQuery<FilteredPage> {
  if (!isFiltered(filter)) return listQuery('statement', page);
  const name = scopeOf(filter, page);
  return { database: 'member', name, read: (db) => readFiltered(db, filter, page) };
}

/**
 * useMonths returns the months that may have statement lines, newest first. Until the history is complete, it
 * starts at the month of the member's registration.
 */
export function useMonths(): string[] {
  return monthsBack(useLive(monthsQuery));
}

const monthsQuery: StoredQuery<string | undefined> = {
  database: 'member',
  name: 'months',
  read: async (db) => {
    const oldest = (await db.statement.orderBy('createdAt').first())?.createdAt;
    if ((await syncCursor(db))?.complete) return oldest;
    const profile = (await db.home.get('profile'))?.value as Profile | undefined;
    return [oldest, profile?.createdAt].filter((at) => at !== undefined).sort()[0];
  },
};

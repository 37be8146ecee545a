import { dateOf, useRequestOnce, type Cached } from '../../engine/live/cached';
import { useConnection } from '../../engine/outbox/use-queue';
import { useLive, useMemberDb, type Reading } from '../../engine/live/live';
import { isKnown, listReading, refreshList } from '../../engine/pages/pages';
import type { Profile } from '../../api/types';
import { syncCursor } from '../../engine/lists/lists';
import { isFiltered, readFiltered, refreshFiltered, scopeOf, type Filter, type FilteredPage } from './filter';
import { monthsBack } from './months';

/** useStatement returns a page of the statement, newest first, of one kind and month if given. */
export function useStatement(page: number, filter: Filter): Cached<FilteredPage> {
  const db = useMemberDb();
  const { offline } = useConnection();
  const scope = scopeOf(filter, page);
  const reading = statementReading(page, filter);
  const list = useLive(reading);
  // After a change, or when the network is back, the totals are fetched again.
  const filterKey = isFiltered(filter) ? ` ${list?.cursor} ${offline}` : '';
  const busy = useRequestOnce({
    key: scope + filterKey,
    request: () => (isFiltered(filter) ? refreshFiltered(filter, page) : refreshList('statement', page)),
    ready: db !== null && (list !== undefined || !isFiltered(filter)),
    hasData: isKnown(list),
    reading,
  });
  return {
    data: isKnown(list) ? list : undefined,
    asOf: dateOf(list?.fetchedAt),
    loading: busy && !(list && list.rows.length > 0),
  };
}

/** statementReading returns a reading of one page of the filtered statement from the device. */
export function statementReading(page: number, filter: Filter): Reading<FilteredPage> {
  if (!isFiltered(filter)) return listReading('statement', page);
  const name = scopeOf(filter, page);
  return { database: 'member', name, read: (db) => readFiltered(db, filter, page) };
}

/**
 * useMonths returns the months that may have statement lines, newest first. Until the history is complete, it
 * starts at the month of the member's registration.
 */
export function useMonths(): string[] {
  return monthsBack(useLive(monthsReading));
}

const monthsReading: Reading<string | undefined> = {
  database: 'member',
  name: 'months',
  read: async (db) => {
    const oldest = (await db.statement.orderBy('createdAt').first())?.createdAt;
    if ((await syncCursor(db))?.complete) return oldest;
    const profile = (await db.home.get('profile'))?.value as Profile | undefined;
    return [oldest, profile?.createdAt].filter((at) => at !== undefined).sort()[0];
  },
};

import { dateOf, useAskedOnce, type Cached } from '../live/cached';
import { useLast, useLive, type Reading } from '../live/live';
import { useMemberDb } from '../live/use-database';
import type { ListName, RowOf } from '../../storage/db';
import { isKnown, readPage, refreshList, type ListPage } from './pages';

/** A page of a list as the device has it. */
export function listReading<Name extends ListName>(name: Name, page = 1): Reading<ListPage<RowOf<Name>>> {
  return { of: 'member', name: `${name} ${page}`, read: (db) => readPage(db, name, page) };
}

/** One page of a list, newest first; pages start at 1. */
export function useList<Name extends ListName>(name: Name, page = 1): Cached<ListPage<RowOf<Name>>> {
  const db = useMemberDb();
  const reading = listReading(name, page);
  const list = useLast(useLive(reading));
  const busy = useAskedOnce({
    key: `${name} ${page}`,
    ask: () => refreshList(name, page),
    ready: db !== null,
    known: isKnown(list),
    reading,
  });
  return {
    data: isKnown(list) ? list : undefined,
    asOf: dateOf(list?.fetchedAt),
    loading: busy && !(list && list.rows.length > 0),
  };
}

import { useLiveQuery } from 'dexie-react-hooks';
import { dateOf, useAskedOnce, type Cached } from '../hooks/cached';
import { useMemberDb } from '../hooks/useDatabase';
import type { ListName } from '../storage/db';
import type { RowOf } from './lists';
import { isKnown, readPage, refreshList, type ListPage } from './pages';

/** One page of a list, newest first; pages start at 1. */
export function useList<Name extends ListName>(name: Name, page = 1): Cached<ListPage<RowOf<Name>>> {
  const db = useMemberDb();
  const list = useLiveQuery(() => (db ? readPage(db, name, page) : undefined), [db, name, page]);
  const busy = useAskedOnce(`${name} ${page}`, () => refreshList(name, page), db !== null);
  return {
    data: isKnown(list) ? list : undefined,
    asOf: dateOf(list?.fetchedAt),
    loading: busy && !(list && list.rows.length > 0),
  };
}

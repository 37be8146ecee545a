import { useLiveQuery } from 'dexie-react-hooks';
import { dateOf, useAskedOnce, type Cached } from '../hooks/cached';
import { useMemberDb } from '../hooks/useDatabase';
import { refreshPart } from './parts';

/** The answer kept under a path; asked for again when it is first shown. */
export function usePart<T>(path: string): Cached<T> {
  const db = useMemberDb();
  const row = useLiveQuery(() => db?.cash.get(path), [db, path]);
  const busy = useAskedOnce(path, () => refreshPart(path), db !== null);
  const data = row?.path === path ? (row.value as T) : undefined;
  return { data, asOf: dateOf(data && row?.fetchedAt), loading: data === undefined && busy };
}

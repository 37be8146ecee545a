import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState } from 'react';
import { dateOf, type Cached } from '../hooks/cached';
import { useMemberDb } from '../hooks/useDatabase';
import { refreshPart } from './parts';

/** The answer kept under a path; asked for again when it is first shown. */
export function usePart<T>(path: string): Cached<T> {
  const db = useMemberDb();
  const row = useLiveQuery(() => db?.cash.get(path), [db, path]);
  const [ended, setEnded] = useState('');
  const ready = db !== null;
  useEffect(() => {
    if (!ready) return;
    let shown = true;
    void refreshPart(path).then(() => shown && setEnded(path));
    return () => {
      shown = false;
    };
  }, [path, ready]);
  const data = row?.path === path ? (row.value as T) : undefined;
  return { data, asOf: dateOf(data && row?.fetchedAt), loading: data === undefined && ended !== path };
}

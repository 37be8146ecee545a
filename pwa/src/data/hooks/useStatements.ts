import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import type { Statement } from '../api/types';
import { isKnown, statementPage } from '../lists';
import { dateOf, useRefreshOnce, type Cached } from './cached';
import { useMemberDb } from './useDatabase';

export interface StatementList {
  statements: Statement[];
  total: number;
}

/** One page of ten, newest first; pages start at 1. */
export function useStatements({ page }: { page: number }): Cached<StatementList> {
  const db = useMemberDb();
  const list = useLiveQuery(() => (db ? statementPage(db, page) : undefined), [db, page]);
  const busy = useRefreshOnce(page === 1 ? 'statement' : { statement: page }, db !== null);
  const data = useMemo(
    () => (isKnown(list) ? { statements: list.rows, total: list.total } : undefined),
    [list],
  );
  return {
    data,
    asOf: dateOf(list?.fetchedAt),
    loading: busy && !(list && list.rows.length > 0),
  };
}

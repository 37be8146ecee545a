import { useLiveQuery } from 'dexie-react-hooks';
import type { Statement } from '../api/types';
import { statementPage } from '../lists';
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
  const known = list !== undefined && (list.rows.length > 0 || list.fetchedAt !== undefined);
  return {
    data: known ? { statements: list.rows, total: list.total } : undefined,
    asOf: dateOf(list?.fetchedAt),
    loading: busy && !(list && list.rows.length > 0),
  };
}

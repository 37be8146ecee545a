import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import type { SlipRow } from '../db';
import { isKnown, slipPage } from '../lists';
import { dateOf, useRefreshOnce, type Cached } from './cached';
import { useMemberDb } from './useDatabase';

export interface SlipList {
  /** Those marked `unsent` are the phone's promise: not sent yet, and never "pending". */
  slips: SlipRow[];
  /** Of those the server has. */
  total: number;
}

/** One page of ten, newest first, what is not sent yet before the first. */
export function useSlips({ page = 1 }: { page?: number } = {}): Cached<SlipList> {
  const db = useMemberDb();
  const list = useLiveQuery(() => (db ? slipPage(db, page) : undefined), [db, page]);
  const busy = useRefreshOnce(page === 1 ? 'slips' : { slips: page }, db !== null);
  const data = useMemo(() => (isKnown(list) ? { slips: list.rows, total: list.total } : undefined), [list]);
  return {
    data,
    asOf: dateOf(list?.fetchedAt),
    loading: busy && !(list && list.rows.length > 0),
  };
}

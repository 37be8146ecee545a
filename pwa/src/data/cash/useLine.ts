import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect } from 'react';
import { useMemberDb } from '../hooks/useDatabase';
import { syncNow } from '../sync/sync';
import type { CashLine } from './types';

/** A person waits: while money is on its way, the server is asked like this. */
const ASK_AGAIN_MS = 3_000;

/** One line of the statement, as it stands now; `known` is what the screen was told of it before. */
export function useLine(id: string | undefined, known?: CashLine): CashLine | undefined {
  const db = useMemberDb();
  const row = useLiveQuery(() => (id ? db?.statement.get(id) : undefined), [db, id]);
  return row ?? known;
}

/** Catches up every few seconds, as long as `active`. */
export function useEagerSync(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(() => void syncNow(), ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [active]);
}

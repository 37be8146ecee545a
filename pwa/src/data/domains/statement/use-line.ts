import { useEffect } from 'react';
import { useLive, type Reading } from '../../engine/live/live';
import type { StatementRow } from '../../storage/db';
import { syncNow } from '../../engine/sync/sync';
import type { Statement } from '../../api/types';

/** A person waits: while money is on its way, the server is asked like this. */
const ASK_AGAIN_MS = 3_000;

/** A line as the device has it. */
export function lineReading(id: string | undefined): Reading<StatementRow | undefined> {
  return {
    of: 'member',
    name: `line ${id}`,
    read: async (db) => (id ? db.statement.get(id) : undefined),
  };
}

/** One line of the statement, as it stands now; `known` is what the screen was told of it before. */
export function useLine(id: string | undefined, known?: Statement): Statement | undefined {
  return useLive(lineReading(id)) ?? known;
}

/** Catches up every few seconds, as long as `active`. */
export function useEagerSync(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(() => void syncNow(), ASK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [active]);
}

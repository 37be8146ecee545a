import { useEffect, useState } from 'react';
import { useLive, type StoredQuery } from '../../engine/live/live';
import type { StatementRow } from '../../storage/db';
import { syncNow } from '../../engine/sync/sync';
import type { StatementLine } from '../../api/types';
import type { ResponseOf } from '../../api/routes';
import type { Cached } from '../../engine/live/cached';
import { refetchResource } from '../../engine/resources/refresh';
import { useResource } from '../../engine/resources/use-resource';

/** How often, in ms, the server is polled while money is pending and the member waits. */
const POLL_MS = 3_000;

/** lineQuery reads a statement line as the device has it. */
export function lineQuery(id: string | undefined): StoredQuery<StatementRow | undefined> {
  return {
    database: 'member',
    name: `line ${id}`,
    read: async (db) => (id ? db.statement.get(id) : undefined),
  };
}

/**
 * useLine returns the current state of one statement line. `known` is the version that the screen already
 * has.
 */
export function useLine(id: string | undefined, known?: StatementLine): StatementLine | undefined {
  return useLive(lineQuery(id)) ?? known;
}

/** useFrequentSync syncs every few seconds while `active`. */
export function useFrequentSync(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const timer = setInterval(() => void syncNow(), POLL_MS);
    return () => clearInterval(timer);
  }, [active]);
}

export type LineDetail = ResponseOf<'GET', '/api/statement/{id}'>;
export type LineEvent = LineDetail['events'][number];
export type Actor = NonNullable<LineDetail['waitsFor']>;

interface LineWithDetail extends Cached<LineDetail> {
  /** The line from the list, or else from the response with its details. */
  line: StatementLine | undefined;
}

/**
 * useLineDetail returns a statement line with its events. The line is returned at once, the events as last
 * loaded.
 */
export function useLineDetail(id: string): LineWithDetail {
  const detail = useResource('line', id);
  const line = useLine(id, detail.data?.statement);
  const knownVersion = detail.data?.statement.version;
  // The line has changed, so its events are out of date.
  const isBehind = line !== undefined && knownVersion !== undefined && knownVersion < line.version;
  const version = line?.version;
  const [tried, setTried] = useState<number>();
  useEffect(() => {
    if (isBehind) void refetchResource('line', id).finally(() => setTried(version));
  }, [isBehind, version, id]);
  return { ...detail, line, loading: detail.loading || (isBehind && tried !== version) };
}

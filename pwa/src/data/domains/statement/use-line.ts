import { useEffect, useState } from 'react';
import { useLive, type Reading } from '../../engine/live/live';
import type { StatementRow } from '../../storage/db';
import { syncNow } from '../../engine/sync/sync';
import type { Statement } from '../../api/types';
import type { AnswerOf } from '../../api/routes';
import type { Cached } from '../../engine/live/cached';
import { renewResource } from '../../engine/resources/refresh';
import { useResource } from '../../engine/resources/use-resource';

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

export type LineDetail = AnswerOf<'GET', '/api/statement/{id}'>;
export type LineEvent = LineDetail['events'][number];
export type Actor = NonNullable<LineDetail['waitsFor']>;

interface Shown extends Cached<LineDetail> {
  /** As the list has it; else as the server told it with the rest. */
  line: Statement | undefined;
}

/** A line with what happened to it: the line at once, the rest as far as it was ever loaded. */
export function useLineDetail(id: string): Shown {
  const detail = useResource('line', id);
  const line = useLine(id, detail.data?.statement);
  const told = detail.data?.statement.version;
  // The line went on, and so did its story.
  const isBehind = line !== undefined && told !== undefined && told < line.version;
  const version = line?.version;
  const [tried, setTried] = useState<number>();
  useEffect(() => {
    if (isBehind) void renewResource('line', id).finally(() => setTried(version));
  }, [isBehind, version, id]);
  return { ...detail, line, loading: detail.loading || (isBehind && tried !== version) };
}

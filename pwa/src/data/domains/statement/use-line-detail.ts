import { useEffect, useState } from 'react';
import type { AnswerOf } from '../../api/routes';
import type { Statement } from '../../api/types';
import { useLine } from './use-line';
import type { Cached } from '../../engine/live/cached';
import { renewResource } from '../../engine/resources/refresh';
import { useResource } from '../../engine/resources/use-resource';

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

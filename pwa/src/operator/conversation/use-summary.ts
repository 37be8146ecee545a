import { useEffect } from 'react';
import { usePart } from '@/data/kit/use-store';
import { askSummary } from '../calls';
import { hearSummary, inboxStore, summaryOf } from '../inbox/inbox';
import type { Summary } from '../types';

/** Who a conversation is with; asked for where no list has told of it, as with a link. */
export function useSummary(id: string): Summary | undefined {
  const summary = usePart(inboxStore, (state) => summaryOf(state, id));
  const isListed = usePart(inboxStore, ({ state }) => state === 'ready');
  const isMissing = isListed && !summary;
  useEffect(() => {
    if (isMissing) void askSummary(id).then(hearSummary, () => {});
  }, [id, isMissing]);
  return summary;
}

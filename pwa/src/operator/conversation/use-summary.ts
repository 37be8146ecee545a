import { useEffect } from 'react';
import { usePart } from '@/data/kit/use-store';
import { askSummary } from '../calls';
import { hearSummary, inboxStore, summaryOf } from '../inbox/inbox';
import type { Summary } from '../types';

/**
 * Returns the summary of a conversation. It is requested if no list contained it, for example after opening a
 * link.
 */
export function useSummary(id: string): Summary | undefined {
  const summary = usePart(inboxStore, (state) => summaryOf(state, id));
  const isListed = usePart(inboxStore, ({ state }) => state === 'ready');
  const isMissing = isListed && !summary;
  useEffect(() => {
    if (isMissing) void askSummary(id).then(hearSummary, () => {});
  }, [id, isMissing]);
  return summary;
}

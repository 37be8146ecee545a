import { useEffect } from 'react';
import { useSelected } from '@/data/kit/use-store';
import { fetchSummary } from '../calls';
import { storeSummary, inboxStore, summaryOf } from '../inbox/inbox';
import type { Summary } from '../types';

/**
 * Returns the summary of a conversation. It is requested if no list contained it, for example after opening a
 * link.
 */
export function useSummary(id: string): Summary | undefined {
  const summary = useSelected(inboxStore, (state) => summaryOf(state, id));
  const isListed = useSelected(inboxStore, ({ state }) => state === 'ready');
  const isMissing = isListed && !summary;
  useEffect(() => {
    if (isMissing) void fetchSummary(id).then(storeSummary, () => {});
  }, [id, isMissing]);
  return summary;
}

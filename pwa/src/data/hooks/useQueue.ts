import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import { useStore } from '../kit/useStore';
import type { OutboxItem, QueuedItem } from '../outbox/machine';
import { uploadProgress } from '../outbox/progress';
import { LANES } from '../outbox/store';
import type { Cached } from './cached';
import { useQueueDb } from './useDatabase';

/**
 * What waits to be sent, oldest first, with the percent of what is under way: the member's slips
 * and messages, or a guest's messages.
 */
export function useQueue(): Cached<OutboxItem[]> {
  const db = useQueueDb();
  const items = useLiveQuery(async () => db?.outbox.where('lane').anyOf(LANES).sortBy('seq'), [db]);
  const progress = useStore(uploadProgress);
  const data = useMemo(() => items?.map((item) => withProgress(item, progress)), [items, progress]);
  return { data, asOf: null, loading: data === undefined };
}

function withProgress(item: QueuedItem, progress: ReadonlyMap<string, number>): OutboxItem {
  if (item.state !== 'sending') return item;
  return { ...item, progress: progress.get(item.id) ?? 0 };
}

import { useLiveQuery } from 'dexie-react-hooks';
import { useSyncExternalStore } from 'react';
import type { OutboxItem } from '../outbox/machine';
import { uploadProgress, watchProgress } from '../outbox/progress';
import type { Cached } from './cached';
import { useMemberDb } from './useDatabase';

/** What waits to be sent, oldest first, with the percent of what is under way. */
export function useQueue(): Cached<OutboxItem[]> {
  const db = useMemberDb();
  const items = useLiveQuery(async () => db?.outbox.orderBy('seq').toArray(), [db]);
  const progress = useSyncExternalStore(watchProgress, uploadProgress);
  const data = items?.map((item) =>
    item.state === 'sending' ? { ...item, progress: progress.get(item.id) ?? 0 } : item,
  );
  return { data, asOf: null, loading: data === undefined };
}

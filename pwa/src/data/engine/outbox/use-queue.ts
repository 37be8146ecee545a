import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useStore } from '../../kit/use-store';
import { lanes, type AnyItem } from './kinds';
import { uploadProgress } from './progress';
import type { QueuedItem } from '../../storage/queued-item';
import { storedMemberIds, type QueueDb } from '../../storage/db';
import { withMemberDbAfterSession } from '../../storage/storage';
import type { Cached } from '../live/cached';
import { useLiveIn, useQueueDb } from '../live/live';
import { isOffline, watchConnection } from '../../device/connection';

/** An item as screens see it. */
export type OutboxItem = AnyItem & {
  /** 0 to 100, only while sending. */
  progress?: number;
};

/**
 * useQueue returns the queued items, oldest first, with the progress of uploads: the member's slips and
 * messages, or a guest's messages.
 */
export function useQueue(): Cached<OutboxItem[]> {
  const db = useQueueDb();
  const items = useLiveIn(db, 'queue', readQueue);
  const progress = useStore(uploadProgress);
  const data = useMemo(() => items?.map((item) => withProgress(item, progress)), [items, progress]);
  return { data, asOf: null, loading: data === undefined };
}

/** Returns the queued items. Each was stored with all fields of its kind, so the type is correct. */
function readQueue(db: QueueDb): Promise<AnyItem[]> {
  return db.outbox.where('lane').anyOf(lanes()).sortBy('seq') as Promise<QueuedItem[]> as Promise<AnyItem[]>;
}

function withProgress(item: AnyItem, progress: ReadonlyMap<string, number>): OutboxItem {
  if (item.state !== 'sending') return item;
  return { ...item, progress: progress.get(item.id) ?? 0 };
}

/**
 * useUnsentHere returns whether any member has unsent items on this device. Use it while nobody is logged in.
 */
export function useUnsentHere(isEnabled: boolean): boolean {
  const [hasSome, setHasSome] = useState(false);
  useEffect(() => {
    if (!isEnabled) return;
    countUnsent().then(
      (count) => setHasSome(count > 0),
      () => {},
    );
  }, [isEnabled]);
  return hasSome;
}

async function countUnsent(): Promise<number> {
  const members = await storedMemberIds();
  const counts = await Promise.all(
    members.map((id) => withMemberDbAfterSession(id, (db) => db.outbox.count())),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

export interface Connection {
  /** True after two seconds without a response. */
  offline: boolean;
  /** How many items wait to be sent. */
  waiting: number;
}

export function useConnection(): Connection {
  const offline = useSyncExternalStore(watchConnection, isOffline);
  const { data } = useQueue();
  return { offline, waiting: data?.length ?? 0 };
}

/** The number on the app's icon: unsent items and unread messages of support. */
import { liveQuery, type Subscription } from 'dexie';
import { showBadge } from '../device/notifications';
import { countBadge } from './badge-count';
import { storedGuest, watchGuest } from '../session/guest';
import { getSession, watchSession } from '../session/token';
import type { QueueDb } from '../storage/db';
import { openedDeviceDb, openedMemberDb, watchStorage } from '../storage/storage';

/** followBadge keeps the number up to date while the page is open. Returns the unsubscribe function. */
export function followBadge(): () => void {
  let watchedDb: unknown = null;
  let subscription: Subscription | undefined;
  const watchCurrentDb = () => {
    const { db, room } = currentMessages();
    if (db === watchedDb) return;
    watchedDb = db;
    subscription?.unsubscribe();
    subscription = db
      ? liveQuery(() => countBadge(db, room())).subscribe({
          next: (count) => void showBadge(count),
          error: () => {},
        })
      : undefined;
  };
  const rewatch = () => {
    watchedDb = null;
    watchCurrentDb();
  };
  const stops = [watchSession(watchCurrentDb), watchStorage(watchCurrentDb), watchGuest(rewatch)];
  watchCurrentDb();
  return () => {
    subscription?.unsubscribe();
    for (const stop of stops) stop();
  };
}

/** Returns where the page's messages are stored. A guest's messages count too. */
function currentMessages(): { db: QueueDb | null; room: () => string | null } {
  const session = getSession();
  if (!session) return { db: openedDeviceDb(), room: storedGuest };
  const { memberId } = session;
  return { db: memberId ? openedMemberDb(memberId) : null, room: () => memberId };
}

/** The count of unsent items on the app's icon, so that a closed app still says that it has some. */
import { liveQuery, type Subscription } from 'dexie';
import { getSession, watchSession } from '../session/token';
import type { QueueDb } from '../storage/db';
import { openedDevice, openedMember, watchStorage } from '../storage/storage';
import { LANES } from './kinds/table';

/** Keeps the badge right while the page lives. Returns how to stop. */
export function followBadge(): () => void {
  let followed: unknown = null;
  let subscription: Subscription | undefined;
  const follow = () => {
    const db = ownDb();
    if (db === followed) return;
    followed = db;
    subscription?.unsubscribe();
    subscription = db
      ? liveQuery(() => db.outbox.where('lane').anyOf(LANES).count()).subscribe({
          next: showBadge,
          error: () => {},
        })
      : undefined;
  };
  const stops = [watchSession(follow), watchStorage(follow)];
  follow();
  return () => {
    subscription?.unsubscribe();
    for (const stop of stops) stop();
  };
}

/** A guest's messages count as well as a member's items. */
function ownDb(): QueueDb | null {
  const session = getSession();
  if (!session) return openedDevice();
  return session.memberId ? openedMember(session.memberId) : null;
}

/** Browsers without badges go without. */
function showBadge(count: number): void {
  const shown = count > 0 ? navigator.setAppBadge?.(count) : navigator.clearAppBadge?.();
  void shown?.catch(() => {});
}

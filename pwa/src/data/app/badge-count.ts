/** The number on the app's icon, for pages and the service worker. */
import { unreadOf } from '../domains/chat/unread';
import { lanes } from '../engine/outbox/kinds';
import type { QueueDb } from '../storage/db';

export async function countBadge(db: QueueDb, room: string | null): Promise<number> {
  return db.transaction('r', db.outbox, db.rooms, db.chat, async () => {
    const unsent = await db.outbox.where('lane').anyOf(lanes()).count();
    return unsent + (room ? await unreadOf(db, room) : 0);
  });
}

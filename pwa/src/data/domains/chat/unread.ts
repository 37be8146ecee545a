import type { QueueDb } from '../../storage/db';

/**
 * unreadOf returns the number of unread messages of support. While the read mark is unknown it returns 0,
 * since a wrong number would be worse.
 */
export async function unreadOf(db: QueueDb, room: string): Promise<number> {
  return db.transaction('r', db.rooms, db.chat, async () => {
    const readSeq = (await db.rooms.get(room))?.readSeq;
    if (readSeq === undefined) return 0;
    const above = db.chat.where('[room+seq]').between([room, readSeq + 1], [room, Infinity], true, true);
    return above.filter((row) => row.sender === 'support').count();
  });
}

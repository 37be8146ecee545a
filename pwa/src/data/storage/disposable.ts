/** What the server can tell again, of a whole database. */
import { LIST_NAMES, type MemberDb } from './db';

/**
 * Drops all that the server tells, in one transaction: it was restored from a backup and tells
 * everything anew. The queue, its pictures, its promised rows, the commands without an answer and
 * what the phone knows of its spins stay. Of the lookups those go whose key `isOwn`.
 */
export async function dropSynced(db: MemberDb, isOwn: (key: string) => boolean): Promise<void> {
  const tables = LIST_NAMES.map((name) => db.table<{ unsent?: boolean }, string>(name));
  await db.transaction('rw', [db.home, db.lookups, ...tables, db.cursors, db.chat, db.rooms], async () => {
    await db.home.clear();
    await db.lookups.filter(({ key }) => isOwn(key)).delete();
    for (const table of tables) await table.filter((row) => !row.unsent).delete();
    await db.cursors.clear();
    await db.chat.clear();
    await db.rooms.clear();
  });
}

/** Makes room on a full phone: whatever the server can tell again goes, the member's own stays. */
export async function dropDisposable(db: MemberDb): Promise<void> {
  await db.transaction('rw', db.tables, async () => {
    await db.lookups.clear();
    await dropSynced(db, () => true);
  });
}

import type { MemberDb } from './db';

/**
 * Drops all that syncs bring, in one transaction: the server was restored from a backup and tells
 * everything anew. The queue, its pictures, its promised rows and the commands without an answer
 * stay.
 */
export async function dropSynced(db: MemberDb): Promise<void> {
  await db.transaction('rw', db.home, db.statement, db.slips, db.cursors, async () => {
    await db.home.clear();
    await db.statement.clear();
    await db.slips.filter((row) => !row.unsent).delete();
    await db.cursors.clear();
  });
}

/** Makes room on a full phone: whatever the server can tell again goes, the member's own stays. */
export async function dropDisposable(db: MemberDb): Promise<void> {
  await db.transaction('rw', db.lookups, db.home, db.statement, db.slips, db.cursors, async () => {
    await db.lookups.clear();
    await dropSynced(db);
  });
}

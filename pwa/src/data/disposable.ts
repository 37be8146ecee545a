import type { MemberDb } from './db';

/**
 * Drops all that the server can tell again, in one transaction: when it was restored from a
 * backup, or when the phone is full. The queue, its pictures, its promised rows and the commands
 * without an answer stay.
 */
export async function dropDisposable(db: MemberDb): Promise<void> {
  await db.transaction('rw', db.lookups, db.home, db.statement, db.slips, db.cursors, async () => {
    await db.lookups.clear();
    await db.home.clear();
    await db.statement.clear();
    await db.slips.filter((row) => !row.unsent).delete();
    await db.cursors.clear();
  });
}

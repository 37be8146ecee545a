/** Deletes the data in a database that the server can send again. */
import { LIST_NAMES, type MemberDb } from './db';

/**
 * dropSynced deletes all data from the server in one transaction, because the server was restored from a
 * backup. It keeps the queue with its pictures and unsent rows, the commands without a response, and the
 * device's record of its spins. Lookups are deleted if `isOwn` returns true for their key.
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

/**
 * dropDisposable frees space on a full device: it deletes data that the server can send again, and keeps the
 * member's own data.
 */
export async function dropDisposable(db: MemberDb): Promise<void> {
  await db.transaction('rw', db.tables, async () => {
    await db.lookups.clear();
    await dropSynced(db, () => true);
  });
}

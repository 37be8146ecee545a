/** How far the member's copy has caught up with the server. */
import type { MemberDb, SyncCursor } from '../../storage/db';

export async function syncCursor(db: MemberDb): Promise<SyncCursor | undefined> {
  return (await db.cursors.get('sync')) as SyncCursor | undefined;
}

/** What to ask the next sync with; empty before the first. */
export async function cursorOf(db: MemberDb): Promise<string> {
  return (await syncCursor(db))?.cursor ?? '';
}

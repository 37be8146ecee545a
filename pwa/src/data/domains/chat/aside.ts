/** Messages of a guest that are on their way to a member's queue, or to another guest's id. */
import type { QueueDb } from '../../storage/db';
import type { QueuedItem } from '../../storage/queued-item';
import { afresh } from '../../engine/outbox/machine';
import { queueTables, removeItem } from '../../engine/outbox/store';

/** Where a guest's messages wait, aside, while they move to this member's queue. */
export function laneTo(memberId: string): string {
  return `to:${memberId}`;
}

/** As new, under another caller's name. A file lies in the conversation that it was uploaded to. */
export function restart(item: QueuedItem, file: 'keeps file' | 'loses file'): QueuedItem {
  const again = afresh(item);
  if (file === 'keeps file' || !('uploaded' in again)) return again;
  const { uploaded: _, ...rest } = again;
  return rest;
}

/** The member has left, and so has what was on its way to their queue. */
export async function dropPutAside(db: QueueDb, memberId: string): Promise<void> {
  await db.transaction('rw', queueTables(db), async () => {
    const items = await db.outbox.where('lane').equals(laneTo(memberId)).toArray();
    for (const { id } of items) await removeItem(db, id);
  });
}

/** Messages of a guest that are being moved to a member's queue, or to another guest id. */
import type { QueueDb } from '../../storage/db';
import type { QueuedItem } from '../../storage/queued-item';
import { resetItem } from '../../engine/outbox/machine';
import { queueTables, removeItem } from '../../engine/outbox/store';

/**
 * movingLane returns the lane in which a guest's messages wait while they are moved to this member's queue.
 */
export function movingLane(memberId: string): string {
  return `to:${memberId}`;
}

/**
 * resetForCaller returns the item reset for another caller. `file` shows whether the uploaded file is kept: a
 * file belongs to the conversation that it was uploaded to.
 */
export function resetForCaller(item: QueuedItem, file: 'keeps file' | 'loses file'): QueuedItem {
  const resetCopy = resetItem(item);
  if (file === 'keeps file' || !('uploaded' in resetCopy)) return resetCopy;
  const { uploaded: _, ...rest } = resetCopy;
  return rest;
}

/** deleteMovingItems deletes items that were being moved to the queue of a member who logged out. */
export async function deleteMovingItems(db: QueueDb, memberId: string): Promise<void> {
  await db.transaction('rw', queueTables(db), async () => {
    const items = await db.outbox.where('lane').equals(movingLane(memberId)).toArray();
    for (const { id } of items) await removeItem(db, id);
  });
}

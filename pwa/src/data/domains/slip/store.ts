/** Queues a slip, and removes it by the server's acknowledgement; each is one transaction. */
import { toServerTime } from '../../api/clock';
import type { Slip } from '../../api/types';
import { putProvisional } from '../../engine/lists/rows';
import type { BlobRow, MemberDb, SlipRow } from '../../storage/db';
import type { QueuedItem } from '../../storage/queued-item';
import { newItem } from '../../engine/outbox/machine';
import { queueTables, removeItem } from '../../engine/outbox/store';
import { deleteUnsentRow, slip as rules } from './kind';

export type Picture = BlobRow;

/**
 * enqueuePicture queues a picture with its blob and the row for the slip list. If the same bytes are already
 * queued, it returns that item's id: a second tap is not a second slip.
 */
export async function enqueuePicture(db: MemberDb, picture: Picture, now: number): Promise<string> {
  return db.transaction('rw', db.outbox, db.blobs, db.slips, async () => {
    const duplicate = await findDuplicate(db, picture);
    if (duplicate) return duplicate.id;
    const { id, mime, sha256, bytes } = picture;
    const file = { size: bytes.byteLength, mime, sha256 };
    await db.outbox.add(newItem({ id, kind: 'slip', lane: rules.lane, now, file }));
    await db.blobs.put({ id, bytes, mime, sha256 });
    await db.slips.put(unsentRow(id, now));
    return id;
  });
}

/**
 * acknowledgeSlip stores the server's row in place of the unsent row and removes the item, in one
 * transaction. It works for every source of the row and every state of the item. `sent` is the id of the item
 * that the response is for. If the same picture is already being checked, the server returns that slip
 * instead. This item then counts as received.
 */
export async function acknowledgeSlip(db: MemberDb, slip: Slip, sent = slip.clientId): Promise<void> {
  await db.transaction('rw', [...queueTables(db), db.slips], async () => {
    await putProvisional(db, 'slips', slip);
    await removeItem(db, slip.clientId);
    if (sent === slip.clientId) return;
    await removeItem(db, sent);
    await deleteUnsentRow(db, sent);
  });
}

async function findDuplicate(db: MemberDb, picture: Picture): Promise<QueuedItem | undefined> {
  const sameItem = await db.outbox.where('id').equals(picture.id).first();
  if (sameItem || !picture.sha256) return sameItem;
  const isDuplicate = (item: QueuedItem) => item.kind === 'slip' && item.sha256 === picture.sha256;
  return db.outbox.filter(isDuplicate).first();
}

/**
 * Returns the row of an unsent slip. It is shown among the server's rows, so its times are in server time.
 */
function unsentRow(id: string, now: number): SlipRow {
  const at = new Date(toServerTime(now)).toISOString();
  return {
    clientId: id,
    createdAt: at,
    capturedAt: at,
    // The bank determines amount and currency.
    amount: null,
    currency: '',
    status: 'PENDING',
    review: false,
    link: '',
    reference: '',
    version: 0,
    unsent: true,
  };
}

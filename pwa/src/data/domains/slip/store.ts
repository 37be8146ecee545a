/** Queues a slip, and removes it by the server's acknowledgement; each is one transaction. */
import { serverTime } from '../../api/clock';
import type { Slip } from '../../api/types';
import { putTold } from '../../engine/lists/rows';
import type { BlobRow, MemberDb, SlipRow } from '../../storage/db';
import type { QueuedItem } from '../../storage/queued-item';
import { newItem } from '../../engine/outbox/machine';
import { queueTables, removeItem } from '../../engine/outbox/store';
import { dropPromised, slip as rules } from './kind';

export type Picture = BlobRow;

/**
 * enqueue queues a picture with its blob and the row for the slip list. If the same bytes are already
 * queued, it returns that item's id: a second tap is not a second slip.
 */
export async function enqueue(db: MemberDb, picture: Picture, now: number): Promise<string> {
  return db.transaction('rw', db.outbox, db.blobs, db.slips, async () => {
    const twin = await findTwin(db, picture);
    if (twin) return twin.id;
    const { id, mime, sha256, bytes } = picture;
    const file = { size: bytes.byteLength, mime, sha256 };
    await db.outbox.add(newItem({ id, kind: 'slip', lane: rules.lane, now, file }));
    await db.blobs.put({ id, bytes, mime, sha256 });
    await db.slips.put(promisedSlip(id, now));
    return id;
  });
}

/**
 * acknowledge stores the server's row in place of the unsent one and removes the item, in one
 * transaction. It is valid whatever the source of the row and the item's state. `sent` is the item that
 * the response is for. If the server is checking a slip with the same picture (handed in twice, or from
 * another device), it returns that slip. Then this item has arrived as that slip.
 */
export async function acknowledge(db: MemberDb, slip: Slip, sent = slip.clientId): Promise<void> {
  await db.transaction('rw', [...queueTables(db), db.slips], async () => {
    await putTold(db, 'slips', slip);
    await removeItem(db, slip.clientId);
    if (sent === slip.clientId) return;
    await removeItem(db, sent);
    await dropPromised(db, sent);
  });
}

async function findTwin(db: MemberDb, picture: Picture): Promise<QueuedItem | undefined> {
  const again = await db.outbox.where('id').equals(picture.id).first();
  if (again || !picture.sha256) return again;
  const isTwin = (item: QueuedItem) => item.kind === 'slip' && item.sha256 === picture.sha256;
  return db.outbox.filter(isTwin).first();
}

/** The row is shown among the server's rows, so its times are the server's. */
function promisedSlip(id: string, now: number): SlipRow {
  const at = new Date(serverTime(now)).toISOString();
  return {
    clientId: id,
    createdAt: at,
    capturedAt: at,
    // Amount and currency come from the bank.
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

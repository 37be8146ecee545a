import type { KindRules } from '../../engine/outbox/kinds';
import type { MemberDb } from '../../storage/db';
import type { QueuedItem } from '../../storage/queued-item';

/** The picture of a transfer slip. Its id is the slip's clientId and Idempotency-Key. */
export interface SlipItem extends QueuedItem {
  kind: 'slip';
}

declare module '../../engine/outbox/kinds' {
  interface KindItems {
    slip: SlipItem;
  }
}

export const slip: KindRules<SlipItem> = {
  lane: 'slip',
  // After a day the same money may have been credited in another way.
  staleAfterMs: 24 * 60 * 60_000,
  hasFile: () => true,
  hasArrived: async (db, id) => {
    const row = await (db as MemberDb).slips.get(id);
    return row !== undefined && !row.unsent;
  },
  discard: deleteUnsentRow,
};

/** deleteUnsentRow deletes the row that represents the unsent item, in the caller's transaction. */
export async function deleteUnsentRow(db: MemberDb, id: string): Promise<void> {
  const row = await db.slips.get(id);
  if (row?.unsent) await db.slips.delete(id);
}

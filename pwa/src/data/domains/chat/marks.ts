/** The customer's read mark: stored on the device at once, sent to the server a second later. */
import { call } from '../../api/client';
import { authOf, guestOf } from '../../session/member';
import type { QueueDb } from '../../storage/db';
import { chatOwner } from './owner';
import { storeReadSeqs, roomOf } from './room';

const SEND_AFTER_MS = 1_000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** markRead notes that all messages on this device were seen. Safe to call often. */
export function markRead(): void {
  void storeReadMark().catch(() => {});
  timer ??= setTimeout(() => {
    timer = undefined;
    void sendReadMark().catch(() => {});
  }, SEND_AFTER_MS);
}

/**
 * sendReadMark sends the read mark if the server does not have it yet. Throws ApiError; the next connection
 * tries again.
 */
export async function sendReadMark(): Promise<void> {
  const owner = await chatOwner();
  if (!owner) return;
  const { caller, room, withDb } = owner;
  const { readSeq = 0, readTold = 0 } = await withDb((db) => roomOf(db, room));
  if (readSeq <= readTold) return;
  const body = { ...guestOf(caller), seq: readSeq };
  const response = await call('PUT', '/api/chat/read-customer', {
    body,
    auth: authOf(caller),
  });
  const acknowledged = Math.max(readSeq, Number(response.seq) || 0);
  await withDb((db) => storeReadSeqs(db, room, { readSeq: acknowledged, readTold: acknowledged }));
}

async function storeReadMark(): Promise<void> {
  const owner = await chatOwner();
  await owner?.withDb((db) => markAllRead(db, owner.room));
}

/** Marks messages as read up to the first gap. Messages above a gap were not read in order. */
async function markAllRead(db: QueueDb, room: string): Promise<void> {
  const { known, readSeq = 0 } = await roomOf(db, room);
  if (known && known.top > readSeq) await storeReadSeqs(db, room, { readSeq: known.top });
}

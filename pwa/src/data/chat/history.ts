/**
 * Filling gaps from the server, which has the whole conversation. The socket only hints; what was
 * missed comes by asking for all that follows the last message without a gap.
 */
import { call } from '../api/client';
import { ApiError, NOT_OURS } from '../api/errors';
import { authOf, guestOf, type Caller } from '../member';
import type { QueueDb } from '../storage/db';
import type { QueueStore } from '../storage/storage';
import { beginRoom, dropRoom, putMessages, putOlder, roomOf, rowsOf } from './room';
import { messagesOf, type ChatMessage } from './types';

export const PAGE_SIZE = 10;
const RESUME_SIZE = 50;

export interface HistoryQuestion {
  limit: number;
  afterSeq?: number;
  beforeSeq?: number;
}

export interface HistoryTools {
  room: string;
  store: QueueStore;
  /** A page of the history, newest first. */
  ask: (question: HistoryQuestion) => Promise<ChatMessage[]>;
}

/** The page's and the worker's way to ask. Throws ApiError. */
export async function askHistory(caller: Caller, question: HistoryQuestion): Promise<ChatMessage[]> {
  const body = { ...guestOf(caller), ...question };
  const answer = await call('POST', '/api/chat/history', { body, auth: authOf(caller) });
  if (!Array.isArray(answer)) throw new ApiError(NOT_OURS, 200);
  return messagesOf(answer);
}

/** Brings the device up to what the server has: the newest page at first, else all that follows. */
export async function catchUpRoom({ room, store, ask }: HistoryTools): Promise<void> {
  for (;;) {
    const last = await store((db) => lastKnown(db, room));
    if (!last) {
      const page = await ask({ limit: PAGE_SIZE });
      return store((db) => beginRoom(db, room, page, PAGE_SIZE));
    }
    // One message over: a server that was restored from a backup has another one there.
    const afterSeq = Math.max(0, last.seq - 1);
    const page = await ask({ limit: RESUME_SIZE, afterSeq });
    if (last.seq > 0 && page.at(-1)?._id !== last._id) {
      await store((db) => dropRoom(db, room));
      continue;
    }
    await store((db) => putMessages(db, room, page));
    if (page.length < RESUME_SIZE) return;
  }
}

/** One page of older messages. False where there is nothing older. */
export async function fetchOlder({ room, store, ask }: HistoryTools): Promise<boolean> {
  const before = (await store((db) => roomOf(db, room))).known?.floor;
  if (before === undefined || before <= 1) return false;
  const page = await ask({ limit: PAGE_SIZE, beforeSeq: before });
  await store((db) => putOlder(db, room, page, before));
  return true;
}

/** The end of the stretch without gaps; number 0 in a room that was found empty. */
async function lastKnown(db: QueueDb, room: string): Promise<{ seq: number; _id?: string } | null> {
  return db.transaction('r', db.rooms, db.chat, async () => {
    const { known } = await roomOf(db, room);
    if (!known) return null;
    const row = await rowsOf(db, room, known.top).first();
    return { seq: known.top, _id: row?.seq === known.top ? row._id : undefined };
  });
}

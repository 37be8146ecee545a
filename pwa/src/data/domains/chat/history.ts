/**
 * Fills gaps of the conversation from the server, which has all of it. The socket may lose messages. A sync
 * requests all messages after the last one without a gap. Older messages are fetched by pages of the history.
 */
import { call } from '../../api/client';
import { ApiError, NOT_OURS } from '../../api/errors';
import { authOf, guestOf, type Caller } from '../../session/member';
import type { QueueDb } from '../../storage/db';
import type { QueueStore } from '../../storage/storage';
import type { SyncChat, ExtraSyncData } from '../../engine/sync/sync';
import { storeFirstMessages, dropRoom, moveMarks, putMessages, putOlder, roomOf, rowsOf } from './room';
import { messagesOf, type ChatMessage } from '../../api/conversation';

export const PAGE_SIZE = 10;

export interface HistoryQuery {
  limit: number;
  beforeSeq: number;
}

export interface HistoryTools {
  room: string;
  store: QueueStore;
  /** Returns a page of the history, newest first. */
  fetchPage: (query: HistoryQuery) => Promise<ChatMessage[]>;
}

/** fetchHistory fetches a page of the history. Throws ApiError. */
export async function fetchHistory(caller: Caller, query: HistoryQuery): Promise<ChatMessage[]> {
  const body = { ...guestOf(caller), ...query };
  const response = await call('POST', '/api/chat/history', { body, auth: authOf(caller) });
  if (!Array.isArray(response)) throw new ApiError(NOT_OURS, 200);
  return messagesOf(response);
}

export interface CatchUpTools {
  room: string;
  store: QueueStore;
  /** Returns the conversation's part of a sync. */
  fetchChat: (chatQuery: string) => Promise<SyncChat>;
}

/** catchUpRoom fetches messages until the device has all messages of the server. */
export async function catchUpRoom({ room, store, fetchChat }: CatchUpTools): Promise<void> {
  for (;;) {
    const { chatQuery, apply } = await missingMessages({ room, store });
    if (!(await apply(await fetchChat(chatQuery)))) return;
  }
}

/**
 * missingMessages returns the query for the next sync: first the newest page, later all messages after it.
 */
export async function missingMessages({
  room,
  store,
}: Pick<CatchUpTools, 'room' | 'store'>): Promise<ExtraSyncData> {
  const last = await store((db) => lastKnown(db, room));
  if (!last) return { chatQuery: 'new', apply: (part) => store((db) => storeFirstPage(db, room, part)) };
  return {
    // Overlaps by one message. A server that was restored from a backup has another message with that number.
    chatQuery: String(Math.max(0, last.seq - 1)),
    apply: (part) => store((db) => storeNextPage(db, room, last, part)),
  };
}

async function storeFirstPage(db: QueueDb, room: string, part: SyncChat): Promise<boolean> {
  await storeFirstMessages(db, room, messagesOf(part.messages), PAGE_SIZE);
  await storeReadMarks(db, room, part);
  return false;
}

async function storeNextPage(
  db: QueueDb,
  room: string,
  last: KnownMessage,
  part: SyncChat,
): Promise<boolean> {
  const page = messagesOf(part.messages);
  if (last.seq > 0 && page.at(-1)?._id !== last._id) {
    await dropRoom(db, room);
    return true;
  }
  await putMessages(db, room, page);
  await storeReadMarks(db, room, part);
  return part.more;
}

/** storeReadMarks stores how far both sides have read. */
export function storeReadMarks(
  db: QueueDb,
  room: string,
  { readSeq, supportReadSeq }: Pick<SyncChat, 'readSeq' | 'supportReadSeq'>,
): Promise<void> {
  return moveMarks(db, room, { readSeq, readTold: readSeq, supportReadSeq });
}

/** fetchOlder fetches one page of older messages. Returns false if there is nothing older. */
export async function fetchOlder({ room, store, fetchPage }: HistoryTools): Promise<boolean> {
  const before = (await store((db) => roomOf(db, room))).known?.floor;
  if (before === undefined || before <= 1) return false;
  const page = await fetchPage({ limit: PAGE_SIZE, beforeSeq: before });
  await store((db) => putOlder(db, room, page, before));
  return true;
}

interface KnownMessage {
  seq: number;
  _id?: string;
}

/** Returns the newest message of the range without gaps. In a room that was found empty, its number is 0. */
async function lastKnown(db: QueueDb, room: string): Promise<KnownMessage | null> {
  return db.transaction('r', db.rooms, db.chat, async () => {
    const { known } = await roomOf(db, room);
    if (!known) return null;
    const row = await rowsOf(db, room, known.top).first();
    return { seq: known.top, _id: row?.seq === known.top ? row._id : undefined };
  });
}

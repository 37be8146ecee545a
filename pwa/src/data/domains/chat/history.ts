/**
 * Fills gaps of the conversation from the server, which has all of it. The socket may lose messages. A sync
 * requests all messages after the newest one up to which the device has no gap. Older messages are fetched by
 * pages of the history.
 */
import { call } from '../../api/client';
import { ApiError, NOT_OURS } from '../../api/errors';
import { authOf, guestOf, type Caller } from '../../session/member';
import type { QueueDb } from '../../storage/db';
import type { WithQueueDb } from '../../storage/storage';
import type { SyncChat, ExtraSyncData } from '../../engine/sync/sync';
import { storeFirstMessages, dropRoom, storeReadSeqs, putMessages, putOlder, roomOf, rowsOf } from './room';
import { messagesOf, type ChatMessage } from '../../api/conversation';

export const PAGE_SIZE = 10;

export interface HistoryQuery {
  limit: number;
  beforeSeq: number;
}

export interface HistoryContext {
  room: string;
  withDb: WithQueueDb;
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

export interface CatchUpContext {
  room: string;
  withDb: WithQueueDb;
  /** Returns the conversation's part of a sync. */
  fetchChat: (chatQuery: string) => Promise<SyncChat>;
}

/** catchUpRoom fetches messages until the device has all messages of the server. */
export async function catchUpRoom({ room, withDb, fetchChat }: CatchUpContext): Promise<void> {
  for (;;) {
    const { chatQuery, apply } = await buildChatQuery({ room, withDb });
    if (!(await apply(await fetchChat(chatQuery)))) return;
  }
}

/**
 * buildChatQuery returns the query for the next sync. It requests first the newest page, later all messages
 * after it.
 */
export async function buildChatQuery({
  room,
  withDb,
}: Pick<CatchUpContext, 'room' | 'withDb'>): Promise<ExtraSyncData> {
  const last = await withDb((db) => lastKnown(db, room));
  if (!last) return { chatQuery: 'new', apply: (chat) => withDb((db) => storeFirstPage(db, room, chat)) };
  return {
    // Overlaps by one message. A server that was restored from a backup has another message with that number.
    chatQuery: String(Math.max(0, last.seq - 1)),
    apply: (chat) => withDb((db) => storeNextPage(db, room, last, chat)),
  };
}

async function storeFirstPage(db: QueueDb, room: string, chat: SyncChat): Promise<boolean> {
  await storeFirstMessages(db, room, messagesOf(chat.messages), PAGE_SIZE);
  await storeReadMarks(db, room, chat);
  return false;
}

async function storeNextPage(
  db: QueueDb,
  room: string,
  last: KnownMessage,
  chat: SyncChat,
): Promise<boolean> {
  const page = messagesOf(chat.messages);
  if (last.seq > 0 && page.at(-1)?._id !== last._id) {
    await dropRoom(db, room);
    return true;
  }
  await putMessages(db, room, page);
  await storeReadMarks(db, room, chat);
  return chat.more;
}

/** storeReadMarks stores how far both sides have read. */
export function storeReadMarks(
  db: QueueDb,
  room: string,
  { readSeq, supportReadSeq }: Pick<SyncChat, 'readSeq' | 'supportReadSeq'>,
): Promise<void> {
  return storeReadSeqs(db, room, { readSeq, readTold: readSeq, supportReadSeq });
}

/** fetchOlder fetches one page of older messages. Returns false if there is nothing older. */
export async function fetchOlder({ room, withDb, fetchPage }: HistoryContext): Promise<boolean> {
  const before = (await withDb((db) => roomOf(db, room))).known?.floor;
  if (before === undefined || before <= 1) return false;
  const page = await fetchPage({ limit: PAGE_SIZE, beforeSeq: before });
  await withDb((db) => putOlder(db, room, page, before));
  return true;
}

interface KnownMessage {
  seq: number;
  _id?: string;
}

/**
 * Returns the newest message of the range without gaps. If the conversation is empty, `seq` is
 * 0. Returns null before the first page.
 */
async function lastKnown(db: QueueDb, room: string): Promise<KnownMessage | null> {
  return db.transaction('r', db.rooms, db.chat, async () => {
    const { known } = await roomOf(db, room);
    if (!known) return null;
    const row = await rowsOf(db, room, known.top).first();
    return { seq: known.top, _id: row?.seq === known.top ? row._id : undefined };
  });
}

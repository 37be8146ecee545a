/**
 * Fills gaps of the conversation from the server, which has all of it. The socket may lose messages. A sync
 * requests all messages after the last one without a gap. Older messages are fetched by pages of the history.
 */
import { call } from '../../api/client';
import { ApiError, NOT_OURS } from '../../api/errors';
import { authOf, guestOf, type Caller } from '../../session/member';
import type { QueueDb } from '../../storage/db';
import type { QueueStore } from '../../storage/storage';
import type { ChatPart, ExtraSyncData } from '../../engine/sync/sync';
import { beginRoom, dropRoom, moveMarks, putMessages, putOlder, roomOf, rowsOf } from './room';
import { messagesOf, type ChatMessage } from '../../api/conversation';

export const PAGE_SIZE = 10;

export interface HistoryQuestion {
  limit: number;
  beforeSeq: number;
}

export interface HistoryTools {
  room: string;
  store: QueueStore;
  /** Returns a page of the history, newest first. */
  ask: (question: HistoryQuestion) => Promise<ChatMessage[]>;
}

/** askHistory fetches a page of the history. Throws ApiError. */
export async function askHistory(caller: Caller, question: HistoryQuestion): Promise<ChatMessage[]> {
  const body = { ...guestOf(caller), ...question };
  const answer = await call('POST', '/api/chat/history', { body, auth: authOf(caller) });
  if (!Array.isArray(answer)) throw new ApiError(NOT_OURS, 200);
  return messagesOf(answer);
}

export interface CatchUpTools {
  room: string;
  store: QueueStore;
  /** Returns the conversation's part of a sync. */
  ask: (asked: string) => Promise<ChatPart>;
}

/** catchUpRoom fetches until the device has what the server has. */
export async function catchUpRoom({ room, store, ask }: CatchUpTools): Promise<void> {
  for (;;) {
    const { asked, take } = await missingOf({ room, store });
    if (!(await take(await ask(asked)))) return;
  }
}

/** missingOf returns what the next sync must request: first the newest page, later all messages after it. */
export async function missingOf({
  room,
  store,
}: Pick<CatchUpTools, 'room' | 'store'>): Promise<ExtraSyncData> {
  const last = await store((db) => lastKnown(db, room));
  if (!last) return { asked: 'new', take: (part) => store((db) => begin(db, room, part)) };
  return {
    // Overlaps by one message. A server that was restored from a backup has another message with that number.
    asked: String(Math.max(0, last.seq - 1)),
    take: (part) => store((db) => goOn(db, room, last, part)),
  };
}

async function begin(db: QueueDb, room: string, part: ChatPart): Promise<boolean> {
  await beginRoom(db, room, messagesOf(part.messages), PAGE_SIZE);
  await noteMarks(db, room, part);
  return false;
}

async function goOn(db: QueueDb, room: string, last: Known, part: ChatPart): Promise<boolean> {
  const page = messagesOf(part.messages);
  if (last.seq > 0 && page.at(-1)?._id !== last._id) {
    await dropRoom(db, room);
    return true;
  }
  await putMessages(db, room, page);
  await noteMarks(db, room, part);
  return part.more;
}

/** noteMarks stores how far both sides have read. */
export function noteMarks(
  db: QueueDb,
  room: string,
  { readSeq, supportReadSeq }: Pick<ChatPart, 'readSeq' | 'supportReadSeq'>,
): Promise<void> {
  return moveMarks(db, room, { readSeq, readTold: readSeq, supportReadSeq });
}

/** fetchOlder fetches one page of older messages. Returns false if there is nothing older. */
export async function fetchOlder({ room, store, ask }: HistoryTools): Promise<boolean> {
  const before = (await store((db) => roomOf(db, room))).known?.floor;
  if (before === undefined || before <= 1) return false;
  const page = await ask({ limit: PAGE_SIZE, beforeSeq: before });
  await store((db) => putOlder(db, room, page, before));
  return true;
}

interface Known {
  seq: number;
  _id?: string;
}

/** Returns the newest message of the range without gaps. In a room that was found empty, its number is 0. */
async function lastKnown(db: QueueDb, room: string): Promise<Known | null> {
  return db.transaction('r', db.rooms, db.chat, async () => {
    const { known } = await roomOf(db, room);
    if (!known) return null;
    const row = await rowsOf(db, room, known.top).first();
    return { seq: known.top, _id: row?.seq === known.top ? row._id : undefined };
  });
}

/**
 * A conversation on the device: the server's messages by number, and the range without a gap. Each function
 * is one transaction. Rows above the range are possible, such as the response to our own message, or a frame
 * that overtook another. `history.ts` fills the gap.
 */
import { resetForCaller } from './moving-items';
import { chat, type ChatItem } from './kind';
import { newItem } from '../../engine/outbox/machine';
import { queueTables, removeItem } from '../../engine/outbox/store';
import type { ChatRow, QueueDb, RoomRow } from '../../storage/db';
import type { ChatMessage, CustomerMessage, Receipt } from '../../api/conversation';

export interface NewMessage {
  id: string;
  message: CustomerMessage;
  /** The message's file. */
  file?: { bytes: ArrayBuffer; mime: string; sha256: string };
}

/**
 * enqueueMessage queues a message with its file. The conversation shows this row until it is sent. A
 * message that is already queued is not changed.
 */
export async function enqueueMessage(db: QueueDb, newMessage: NewMessage, now: number): Promise<void> {
  const { id, message, file } = newMessage;
  await db.transaction('rw', db.outbox, db.blobs, async () => {
    const facts = file && { size: file.bytes.byteLength, mime: file.mime, sha256: file.sha256 };
    const item: ChatItem = { ...newItem({ id, kind: 'chat', lane: chat.lane, now, file: facts }), message };
    if ((await db.outbox.where('id').equals(id).count()) > 0) return;
    await db.outbox.add(item);
    if (file) await db.blobs.put({ id, ...file });
  });
}

/**
 * putMessages stores messages from the server, whatever their source. The customer's own message acknowledges
 * the queued one: one transaction stores the row and removes the item and its file. Returns false if a
 * message before them is missing.
 */
export async function putMessages(db: QueueDb, room: string, received: ChatMessage[]): Promise<boolean> {
  return db.transaction('rw', [db.chat, db.rooms, ...queueTables(db)], async () => {
    await putRows(db, room, received);
    return extendRange(db, room);
  });
}

/**
 * acknowledgeMessage stores the response to a message. If the socket delivered the message first, that copy
 * stays, because it has more fields. Returns false if a message before it is missing.
 */
export async function acknowledgeMessage(
  db: QueueDb,
  room: string,
  item: ChatItem,
  receipt: Receipt,
): Promise<boolean> {
  const { _id, seq, timestamp } = receipt;
  return db.transaction('rw', [db.chat, db.rooms, ...queueTables(db)], async () => {
    const message = serverForm(item);
    if (!(await db.chat.get([room, seq]))) {
      const row = { _id, seq, clientId: item.id, sender: 'customer' as const, message, name: '' };
      await db.chat.put({ ...row, room, createdAt: timestamp });
    }
    await removeItem(db, item.id);
    return extendRange(db, room);
  });
}

/** storeFirstMessages stores the first page of a conversation that was not known yet: its newest messages. */
export async function storeFirstMessages(
  db: QueueDb,
  room: string,
  page: ChatMessage[],
  limit: number,
): Promise<void> {
  await db.transaction('rw', [db.chat, db.rooms, ...queueTables(db)], async () => {
    await putRows(db, room, page);
    const row = await roomOf(db, room);
    if (!row.known) {
      const seqs = page.map((message) => message.seq);
      const floor = page.length < limit ? 1 : Math.min(...seqs);
      await db.rooms.put({ ...row, known: { floor, top: Math.max(0, ...seqs) } });
    }
    await extendRange(db, room);
  });
}

/** putOlder stores a page of messages before `before`. */
export async function putOlder(
  db: QueueDb,
  room: string,
  page: ChatMessage[],
  before: number,
): Promise<void> {
  await db.transaction('rw', [db.chat, db.rooms, ...queueTables(db)], async () => {
    await putRows(db, room, page);
    const row = await roomOf(db, room);
    if (row.known?.floor !== before) return;
    const floor = page.length === 0 ? 1 : Math.min(...page.map((message) => message.seq));
    await db.rooms.put({ ...row, known: { ...row.known, floor } });
  });
}

/** dropRoom deletes the server's messages of this room; they are fetched again. Unsent messages stay. */
export async function dropRoom(db: QueueDb, room: string): Promise<void> {
  await db.transaction('rw', db.chat, db.rooms, async () => {
    await rowsOf(db, room).delete();
    await db.rooms.delete(room);
  });
}

/** resetGuestConversation deletes the guest's old conversation; unsent messages continue under the new id. */
export async function resetGuestConversation(db: QueueDb, room: string): Promise<void> {
  await db.transaction('rw', db.chat, db.rooms, db.outbox, async () => {
    await dropRoom(db, room);
    for (const item of await db.outbox.where('lane').equals(chat.lane).toArray()) {
      await db.outbox.put(resetForCaller(item, 'loses file'));
    }
  });
}

export interface Marks {
  readSeq?: number;
  readTold?: number;
  supportReadSeq?: number;
}

/** storeReadSeqs increases read marks and never decreases them, whatever their source and order. */
export async function storeReadSeqs(db: QueueDb, room: string, marks: Marks): Promise<void> {
  await db.transaction('rw', db.rooms, async () => {
    const row = await roomOf(db, room);
    const higher = (old?: number, received?: number) =>
      old === undefined || received === undefined ? (received ?? old) : Math.max(old, received);
    await db.rooms.put({
      ...row,
      readSeq: higher(row.readSeq, marks.readSeq),
      readTold: higher(row.readTold, marks.readTold),
      supportReadSeq: higher(row.supportReadSeq, marks.supportReadSeq),
    });
  });
}

export async function roomOf(db: QueueDb, room: string): Promise<RoomRow> {
  return (await db.rooms.get(room)) ?? { room };
}

/** rowsOf returns the room's messages from this number on, in order. */
export function rowsOf(db: QueueDb, room: string, from = 0) {
  return db.chat.where('[room+seq]').between([room, from], [room, Infinity], true, true);
}

async function putRows(db: QueueDb, room: string, received: ChatMessage[]): Promise<void> {
  await db.chat.bulkPut(received.map((message): ChatRow => ({ ...message, room })));
  for (const { sender, clientId } of received) {
    if (sender === 'customer') await removeItem(db, clientId);
  }
}

/** Extends the range over the rows that now follow it. Returns false if a gap remains below a row. */
async function extendRange(db: QueueDb, room: string): Promise<boolean> {
  const row = await roomOf(db, room);
  if (!row.known) return false;
  const { known } = row;
  const above = await rowsOf(db, room, known.top + 1).primaryKeys();
  let { top } = known;
  for (const [, seq] of above) {
    if (seq !== top + 1) break;
    top = seq;
  }
  if (top !== known.top) await db.rooms.put({ ...row, known: { ...known, top } });
  return top === known.top + above.length;
}

/** Returns the message in the server's form, with its file's path. */
function serverForm({ message, uploaded }: ChatItem): CustomerMessage {
  if (message.message_type !== 'media' || !uploaded) return message;
  const { path, ...facts } = uploaded;
  return { ...message, payload: { ...message.payload, ...facts, filePath: path } };
}

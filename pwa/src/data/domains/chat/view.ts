/** Reads a conversation in one step, so that no message is doubled or missing while it is being sent. */
import { chat, isChat, type ChatItem } from './kind';
import { pictureOf } from '../../engine/outbox/store';
import type { BlobRow, ChatRow, QueueDb } from '../../storage/db';
import { PAGE_SIZE } from './history';
import { roomOf, rowsOf } from './room';
import { messageOfItem, messageOfRow, type ShownMessage } from './shown';
import { unreadOf } from './unread';

export interface ConversationView {
  room: string;
  known?: { floor: number; top: number };
  /** The number of the first message in the list. */
  from: number;
  rows: ChatRow[];
  items: ChatItem[];
  files: Map<string, BlobRow>;
  supportReadSeq: number;
  unread: number;
}

/** Cached files of unsent messages, so that a video is not read from the disk at every change. */
const cachedFiles = new Map<string, BlobRow>();

export async function readConversation(
  db: QueueDb,
  room: string,
  from: number | null,
): Promise<ConversationView> {
  return db.transaction('r', db.chat, db.rooms, db.outbox, db.blobs, async () => {
    const { known, supportReadSeq = 0 } = await roomOf(db, room);
    const start = from ?? (known ? Math.max(known.floor, known.top - PAGE_SIZE + 1, 1) : 0);
    const items = (await db.outbox.where('lane').equals(chat.lane).sortBy('seq')).filter(isChat);
    return {
      room,
      known,
      from: start,
      rows: await rowsOf(db, room, start).toArray(),
      items,
      files: await filesOf(db, items),
      supportReadSeq,
      unread: await unreadOf(db, room),
    };
  });
}

export function shownMessages(
  { rows, items, files, supportReadSeq }: ConversationView,
  progress: ReadonlyMap<string, number>,
): ShownMessage[] {
  const sent = rows.map((row) => messageOfRow(row, supportReadSeq));
  const waiting = items.map((item) => messageOfItem(item, files.get(item.id), progress.get(item.id)));
  return [...sent, ...waiting];
}

async function filesOf(db: QueueDb, items: ChatItem[]): Promise<Map<string, BlobRow>> {
  const files = new Map<string, BlobRow>();
  for (const { id, size } of items) {
    if (size === 0) continue;
    const file = cachedFiles.get(id) ?? (await pictureOf(db, id));
    if (file) files.set(id, file);
  }
  cachedFiles.clear();
  for (const [id, file] of files) cachedFiles.set(id, file);
  return files;
}

import type { AnyMessage } from '@/data/api/conversation';
import type { ShownMessage } from '@/data/domains/chat/shown';
import { dayOf, formatClock } from '@/ui/format/time';

/** A row of the conversation: a message, with its day as a heading if it is that day's first. */
export interface ConversationRow {
  message: ShownMessage;
  /** The heading's day, as a time on that day. */
  day?: string;
  /** True if the next message shows the same time and state. Then this message leaves them out. */
  hidesDelivery: boolean;
}

/**
 * Lines that are rendered as one unit, called a chunk. In a long conversation, chunks are compared, laid out
 * and skipped as a whole. The messages' numbers decide where a chunk begins, so that older messages do not
 * shift the borders.
 */
export interface Chunk {
  key: string;
  rows: ConversationRow[];
  /**
   * True if the chunk is far from both ends. The browser may then skip rendering it while it is not visible.
   */
  isFarFromEnds: boolean;
}

const CHUNK_SIZE = 25;
/**
 * Chunks near the top, where older ones are added, and near the bottom, where the user reads, are always
 * rendered.
 */
const DRAWN_FIRST = 2;
const DRAWN_LAST = 4;

export function groupIntoChunks(messages: ShownMessage[]): Chunk[] {
  const chunks: Chunk[] = [];
  let chunkKey = '';
  messages.forEach((message, i) => {
    // A message that is not sent yet has no number, and joins the last chunk.
    if (message.seq !== undefined || !chunkKey) chunkKey = `${Math.floor((message.seq ?? 0) / CHUNK_SIZE)}`;
    if (chunks.at(-1)?.key !== chunkKey) chunks.push({ key: chunkKey, rows: [], isFarFromEnds: false });
    chunks.at(-1)!.rows.push(rowOf(message, messages[i - 1], messages[i + 1]));
  });
  for (const chunk of chunks.slice(DRAWN_FIRST, -DRAWN_LAST)) chunk.isFarFromEnds = true;
  return chunks;
}

function rowOf(
  message: ShownMessage,
  before: ShownMessage | undefined,
  next: ShownMessage | undefined,
): ConversationRow {
  const isFirstOfDay = !before || timeOf(before).day !== timeOf(message).day;
  return {
    message,
    ...(isFirstOfDay && { day: message.createdAt }),
    hidesDelivery: next !== undefined && showsSame(message, next),
  };
}

export function isSameRow(a: ConversationRow, b: ConversationRow): boolean {
  return a.message === b.message && a.hidesDelivery === b.hidesDelivery && a.day === b.day;
}

const received = new Set(['sent', 'read']);

function showsSame(a: ShownMessage, b: ShownMessage): boolean {
  if (a.sender !== b.sender || a.delivery !== b.delivery || !received.has(a.delivery)) return false;
  const [one, other] = [timeOf(a), timeOf(b)];
  return one.day === other.day && one.clock === other.clock;
}

/** Caches the day and time of each message, since computing a time in Bangkok is the slowest step here. */
const times = new WeakMap<ShownMessage, { day: string; clock: string }>();

function timeOf(message: ShownMessage): { day: string; clock: string } {
  let time = times.get(message);
  if (!time) {
    time = { day: dayOf(message.createdAt), clock: formatClock(message.createdAt) };
    times.set(message, time);
  }
  return time;
}

/** Returns the text of a message for screen readers. */
export function spokenText(
  { message_type, payload }: AnyMessage,
  mediaName: (type: 'image' | 'video' | 'file') => string,
): string {
  switch (message_type) {
    case 'text':
      return payload;
    case 'postback':
      return payload.title;
    case 'media':
      return mediaName(payload.fileType);
    case 'generic':
      return payload.elements.map(({ title }) => title).join(', ');
    case 'buttons':
    case 'quick_replies':
      return payload.text;
    default:
      return '';
  }
}

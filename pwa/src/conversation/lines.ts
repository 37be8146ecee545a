import type { AnyMessage } from '@/data/api/conversation';
import type { ShownMessage } from '@/data/domains/chat/shown';
import { dayOf, formatClock } from '@/ui/format/time';

/** What stands in the log: a message, under the head of its day where it is that day's first. */
export interface Line {
  message: ShownMessage;
  /** The day's head, as a moment of that day. */
  day?: string;
  /** The next one says the same time and state, so this one need not. */
  quiet: boolean;
}

/**
 * Lines that are drawn together: a long log is compared, laid out and skipped by these. Their
 * edges follow the messages' numbers, so that older ones coming in do not shift them.
 */
export interface Chunk {
  key: string;
  lines: Line[];
  /** Far from both ends: the browser may skip drawing it while it is out of sight. */
  remote: boolean;
}

const CHUNK_SIZE = 25;
/** Near the top older ones come in, near the bottom one reads: these are always drawn. */
const DRAWN_FIRST = 2;
const DRAWN_LAST = 4;

export function chunksOf(messages: ShownMessage[]): Chunk[] {
  const chunks: Chunk[] = [];
  let place = '';
  messages.forEach((message, i) => {
    // What is not sent yet has no number and goes with the last.
    if (message.seq !== undefined || !place) place = `${Math.floor((message.seq ?? 0) / CHUNK_SIZE)}`;
    if (chunks.at(-1)?.key !== place) chunks.push({ key: place, lines: [], remote: false });
    chunks.at(-1)!.lines.push(lineOf(message, messages[i - 1], messages[i + 1]));
  });
  for (const chunk of chunks.slice(DRAWN_FIRST, -DRAWN_LAST)) chunk.remote = true;
  return chunks;
}

function lineOf(
  message: ShownMessage,
  before: ShownMessage | undefined,
  next: ShownMessage | undefined,
): Line {
  const isFirstOfDay = !before || timeOf(before).day !== timeOf(message).day;
  return {
    message,
    ...(isFirstOfDay && { day: message.createdAt }),
    quiet: next !== undefined && saysTheSame(message, next),
  };
}

export function isSameLine(a: Line, b: Line): boolean {
  return a.message === b.message && a.quiet === b.quiet && a.day === b.day;
}

const settled = new Set(['sent', 'read']);

function saysTheSame(a: ShownMessage, b: ShownMessage): boolean {
  if (a.sender !== b.sender || a.delivery !== b.delivery || !settled.has(a.delivery)) return false;
  const [one, other] = [timeOf(a), timeOf(b)];
  return one.day === other.day && one.clock === other.clock;
}

/** Reckoning a time in Bangkok is what costs most here. */
const times = new WeakMap<ShownMessage, { day: string; clock: string }>();

function timeOf(message: ShownMessage): { day: string; clock: string } {
  let time = times.get(message);
  if (!time) {
    time = { day: dayOf(message.createdAt), clock: formatClock(message.createdAt) };
    times.set(message, time);
  }
  return time;
}

/** The words of a message, for those who listen. */
export function wordsOf(
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

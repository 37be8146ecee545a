import type { AnyMessage, ShownMessage } from '@/data/chat/types';
import { dayOf, formatClock } from '@/ui/format/time';

/** What stands in the log, from the top: heads of days and messages. */
export type Line =
  | { kind: 'day'; key: string; moment: string }
  | {
      kind: 'message';
      key: string;
      message: ShownMessage;
      /** The next one says the same time and state, so this one need not. */
      quiet: boolean;
      /** So far from both ends that the browser may skip drawing it. */
      remote: boolean;
    };

/** Near the top older ones come in, near the bottom one reads: these are always drawn. */
const DRAWN_FIRST = 30;
const DRAWN_LAST = 80;

export function linesOf(messages: ShownMessage[]): Line[] {
  const lines: Line[] = [];
  let day = '';
  messages.forEach((message, i) => {
    const its = dayOf(message.createdAt);
    if (its !== day) lines.push({ kind: 'day', key: `day ${its} ${message.key}`, moment: message.createdAt });
    day = its;
    const next = messages[i + 1];
    lines.push({
      kind: 'message',
      key: message.key,
      message,
      quiet: next !== undefined && saysTheSame(message, next),
      remote: i >= DRAWN_FIRST && i < messages.length - DRAWN_LAST,
    });
  });
  return lines;
}

const settled = new Set(['sent', 'read']);

function saysTheSame(a: ShownMessage, b: ShownMessage): boolean {
  if (a.sender !== b.sender || a.delivery !== b.delivery || !settled.has(a.delivery)) return false;
  return dayOf(a.createdAt) === dayOf(b.createdAt) && formatClock(a.createdAt) === formatClock(b.createdAt);
}

/** The words of a message, for those who listen. */
export function wordsOf({ message_type, payload }: AnyMessage, mediaName: (type: 'image' | 'video' | 'file') => string): string {
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

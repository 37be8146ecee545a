/**
 * One conversation on this screen, and how pages, frames and receipts change it. Messages are shown up to the
 * first gap in their numbers. Messages above a gap are kept until it is filled. Nothing here sends requests.
 */
import type { ChatMessage, Receipt } from '@/data/api/conversation';
import type { ShownMessage } from '@/data/domains/chat/shown';
import type { SupportMessage } from '../types';

export type Stage = 'queued' | 'uploading' | 'sending' | 'failed';

/** A reply that the server has not acknowledged yet. */
export interface Outgoing {
  clientId: string;
  message: SupportMessage;
  stage: Stage;
  createdAt: string;
  /** 0 to 100, while uploading. */
  progress?: number;
  /** The error code with which the server refused the message. */
  error?: string;
  /** True if an attempt got no response. The message will be sent again. */
  isLate?: boolean;
}

export interface Thread {
  rows: ReadonlyMap<number, ChatMessage>;
  /** The range without a gap; null while nothing is known. */
  known: { floor: number; top: number } | null;
  customerReadSeq: number;
  outgoing: readonly Outgoing[];
}

export const emptyThread: Thread = { rows: new Map(), known: null, customerReadSeq: 0, outgoing: [] };

/** Adds the newest page, newest message first. It becomes the known range, or extends an overlapping one. */
export function withFirstPage(thread: Thread, page: ChatMessage[], limit: number): Thread {
  const seqs = page.map(({ seq }) => seq);
  const top = Math.max(0, ...seqs);
  const floor = page.length < limit ? 1 : Math.min(...seqs);
  const known =
    thread.known && thread.known.top >= floor
      ? { floor: Math.min(floor, thread.known.floor), top: thread.known.top }
      : { floor, top };
  return withMessages({ ...thread, known }, page);
}

/** Adds the page before `before`. */
export function addOlder(thread: Thread, page: ChatMessage[], before: number): Thread {
  if (thread.known?.floor !== before) return thread;
  const floor = page.length === 0 ? 1 : Math.min(...page.map(({ seq }) => seq));
  return withMessages({ ...thread, known: { ...thread.known, floor } }, page);
}

/** Adds messages from any source. One of our own messages removes its entry in `outgoing`. */
export function withMessages(thread: Thread, received: ChatMessage[]): Thread {
  const rows = new Map(thread.rows);
  for (const message of received) rows.set(message.seq, message);
  const ours = new Set(received.filter(({ sender }) => sender === 'support').map(({ clientId }) => clientId));
  const outgoing = thread.outgoing.filter(({ clientId }) => !ours.has(clientId));
  return advance({
    ...thread,
    rows,
    outgoing: outgoing.length === thread.outgoing.length ? thread.outgoing : outgoing,
  });
}

/**
 * Adds our own message from the server's receipt. If the socket has already delivered it, that copy stays,
 * because it has more data.
 */
export function acknowledge(thread: Thread, clientId: string, { _id, seq, timestamp }: Receipt): Thread {
  const sent = thread.outgoing.find((item) => item.clientId === clientId);
  if (!sent) return thread;
  const row: ChatMessage = {
    _id,
    seq,
    clientId,
    sender: 'support',
    message: sent.message,
    createdAt: timestamp,
  };
  return withMessages(thread, [thread.rows.get(seq) ?? row]);
}

/** Returns whether a message is missing before a known one, or the server has newer messages. */
export function hasGap(thread: Thread, lastSeq = 0): boolean {
  if (!thread.known) return false;
  return Math.max(lastSeq, ...thread.rows.keys()) > thread.known.top;
}

export function hasOlder({ known }: Thread): boolean {
  return known !== null && known.floor > 1;
}

export function moveReadMark(thread: Thread, seq: number): Thread {
  return seq > thread.customerReadSeq ? { ...thread, customerReadSeq: seq } : thread;
}

export function addOutgoing(thread: Thread, item: Outgoing): Thread {
  return { ...thread, outgoing: [...thread.outgoing, item] };
}

export function changeOutgoing(thread: Thread, clientId: string, change: Partial<Outgoing>): Thread {
  return {
    ...thread,
    outgoing: thread.outgoing.map((item) => (item.clientId === clientId ? { ...item, ...change } : item)),
  };
}

export function dropOutgoing(thread: Thread, clientId: string): Thread {
  return { ...thread, outgoing: thread.outgoing.filter((item) => item.clientId !== clientId) };
}

/** Returns the messages in the conversation's order, with unsent ones last. */
export function listShownMessages({ rows, known, customerReadSeq, outgoing }: Thread): ShownMessage[] {
  const shown: ShownMessage[] = [];
  for (let seq = known?.floor ?? 1; seq <= (known?.top ?? 0); seq++) {
    const row = rows.get(seq);
    if (row) shown.push(shownRow(row, customerReadSeq));
  }
  return [...shown, ...outgoing.map(shownItem)];
}

function shownRow(
  { _id, seq, clientId, sender, message, createdAt }: ChatMessage,
  readSeq: number,
): ShownMessage {
  const delivery = sender === 'support' && seq <= readSeq ? 'read' : 'sent';
  return { key: clientId || _id, seq, clientId, sender, name: '', message, createdAt, delivery };
}

function shownItem({
  clientId,
  message,
  createdAt,
  stage,
  progress = 0,
  error,
  isLate,
}: Outgoing): ShownMessage {
  const delivery = stage === 'queued' || (stage === 'sending' && isLate) ? 'not_sent' : stage;
  return {
    key: clientId,
    clientId,
    sender: 'support',
    name: '',
    message,
    createdAt,
    delivery,
    ...(stage === 'uploading' && { progress }),
    ...(error && { error }),
  };
}

/** Extends the known range over messages that now follow it. */
function advance(thread: Thread): Thread {
  if (!thread.known) return thread;
  let { top } = thread.known;
  while (thread.rows.has(top + 1)) top++;
  return top === thread.known.top ? thread : { ...thread, known: { ...thread.known, top } };
}

// @pure
import { describe, expect, it } from 'vitest';
import type { ChatMessage } from '@/data/api/conversation';
import {
  acknowledge,
  addOlder,
  addOutgoing,
  withFirstPage,
  emptyThread,
  hasGap,
  hasOlder,
  moveReadMark,
  withMessages,
  listShownMessages,
  type Outgoing,
  type Thread,
} from './thread';

const LIMIT = 3;

function message(seq: number, some: Partial<ChatMessage> = {}): ChatMessage {
  return {
    _id: `id ${seq}`,
    seq,
    clientId: `client ${seq}`,
    sender: 'customer',
    message: { message_type: 'text', payload: `text ${seq}` },
    createdAt: '2026-11-21T07:00:00Z',
    ...some,
  };
}

/** Returns messages, newest first, as the server sends them. */
const page = (...seqs: number[]) => seqs.toSorted((a, b) => b - a).map((seq) => message(seq));

const writing: Outgoing = {
  clientId: 'mine',
  message: { message_type: 'text', payload: 'an answer' },
  stage: 'sending',
  createdAt: '2026-11-21T07:01:00Z',
};

const seqsOf = (thread: Thread) => listShownMessages(thread).map(({ seq }) => seq);

describe('a conversation', () => {
  it('a conversation starts with its newest page, and grows upwards to the first message', () => {
    const newest = withFirstPage(emptyThread, page(5, 6, 7), LIMIT);
    const more = addOlder(newest, page(2, 3, 4), 5);
    const all = addOlder(more, page(1), 2);

    expect([newest, more, all].map(seqsOf)).toEqual([
      [5, 6, 7],
      [2, 3, 4, 5, 6, 7],
      [1, 2, 3, 4, 5, 6, 7],
    ]);
    expect([newest, more, all].map(hasOlder)).toEqual([true, true, false]);
  });

  it('a message is shown once, however often it arrives', () => {
    const thread = withFirstPage(emptyThread, page(1, 2), LIMIT);

    const twice = withMessages(withMessages(thread, page(3)), page(2, 3));

    expect(seqsOf(twice)).toEqual([1, 2, 3]);
  });

  it('a message above a gap waits, and is shown in order once the gap is filled', () => {
    const thread = withFirstPage(emptyThread, page(1, 2), LIMIT);

    const early = withMessages(thread, page(5));
    const filled = withMessages(early, page(3, 4));

    expect([hasGap(early), seqsOf(early)]).toEqual([true, [1, 2]]);
    expect([hasGap(filled), seqsOf(filled)]).toEqual([false, [1, 2, 3, 4, 5]]);
  });

  it('a higher last number in the inbox shows that a message was missed', () => {
    const thread = withFirstPage(emptyThread, page(1, 2), LIMIT);

    expect([hasGap(thread, 2), hasGap(thread, 3)]).toEqual([false, true]);
  });

  it('a late page of older messages is ignored if another came first', () => {
    const thread = addOlder(withFirstPage(emptyThread, page(5, 6, 7), LIMIT), page(2, 3, 4), 5);

    expect(addOlder(thread, page(2, 3, 4), 5)).toBe(thread);
  });

  it.each(['the socket first', 'the receipt first'])(
    'an own reply replaces its unsent one, %s, and is never shown twice',
    (order) => {
      const thread = addOutgoing(withFirstPage(emptyThread, page(1), LIMIT), writing);
      const received = (to: Thread) =>
        withMessages(to, [message(2, { clientId: 'mine', sender: 'support' })]);
      const acknowledged = (to: Thread) =>
        acknowledge(to, 'mine', { _id: 'id 2', seq: 2, timestamp: '2026-11-21T07:01:01Z' });

      const after =
        order === 'the socket first' ? acknowledged(received(thread)) : received(acknowledged(thread));

      expect(listShownMessages(after).map(({ key, delivery }) => [key, delivery])).toEqual([
        ['client 1', 'sent'],
        ['mine', 'sent'],
      ]);
    },
  );

  it('a customer’s message with the same id does not replace a reply', () => {
    const thread = addOutgoing(withFirstPage(emptyThread, page(1), LIMIT), writing);

    const after = withMessages(thread, [message(2, { clientId: 'mine' })]);

    expect(after.outgoing).toHaveLength(1);
  });

  it('messages that the customer has read are marked as read, and never unmarked', () => {
    const ours = [message(1, { sender: 'support' }), message(2, { sender: 'support' })];
    const thread = withFirstPage(emptyThread, ours, LIMIT);

    const read = moveReadMark(moveReadMark(thread, 1), 0);

    expect(listShownMessages(read).map(({ delivery }) => delivery)).toEqual(['read', 'sent']);
  });

  it('a conversation without messages is empty and complete', () => {
    const thread = withFirstPage(emptyThread, [], LIMIT);

    expect([listShownMessages(thread), hasOlder(thread), seqsOf(withMessages(thread, page(1)))]).toEqual([
      [],
      false,
      [1],
    ]);
  });
});

// @pure
import { describe, expect, it } from 'vitest';
import type { ShownMessage } from '@/data/domains/chat/shown';
import { groupIntoChunks } from './lines';

/** Returns message number `seq`, sent at this UTC time. Bangkok is seven hours ahead. */
function message(seq: number, createdAt: string, more: Partial<ShownMessage> = {}): ShownMessage {
  const key = `k${seq}`;
  return {
    key,
    clientId: key,
    seq,
    sender: 'support',
    name: '',
    message: { message_type: 'text', payload: key },
    createdAt,
    delivery: 'sent',
    ...more,
  };
}

const linesOf = (messages: ShownMessage[]) => groupIntoChunks(messages).flatMap(({ rows: lines }) => lines);
const minute = (i: number) => new Date(Date.UTC(2026, 10, 21, 1, i)).toISOString();
const messageRange = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => message(from + i, minute(from + i)));

describe('the lines of a conversation', () => {
  it('each day of Bangkok has a heading', () => {
    const lines = linesOf([
      message(1, '2026-11-20T16:59:00Z'),
      message(2, '2026-11-20T17:01:00Z'),
      message(3, '2026-11-21T02:00:00Z'),
    ]);

    expect(lines.map(({ day }) => day !== undefined)).toEqual([true, true, false]);
  });

  it('messages of one sender within a minute show one time', () => {
    const at = '2026-11-21T02:00:10Z';
    const lines = linesOf([
      message(1, at),
      message(2, '2026-11-21T02:00:50Z'),
      message(3, '2026-11-21T02:00:55Z', { sender: 'customer' }),
      message(4, '2026-11-21T02:01:00Z', { sender: 'customer' }),
    ]);

    expect(lines.map(({ hidesDelivery: quiet }) => quiet)).toEqual([true, false, false, false]);
  });

  it('a state that must be seen is never omitted', () => {
    const at = '2026-11-21T02:00:10Z';
    const unsent = { sender: 'customer', delivery: 'not_sent', seq: undefined } as const;
    const lines = linesOf([message(1, at, unsent), message(2, at, unsent)]);

    expect(lines.map(({ hidesDelivery: quiet }) => quiet)).toEqual([false, false]);
  });

  it('chunks keep their borders when older messages arrive', () => {
    const before = groupIntoChunks(messageRange(60, 200));
    const after = groupIntoChunks(messageRange(50, 200));

    expect(after.slice(1).map(({ key, rows: lines }) => [key, lines.length])).toEqual(
      before.slice(1).map(({ key, rows: lines }) => [key, lines.length]),
    );
  });

  it('only lines far from both ends skip rendering', () => {
    expect(groupIntoChunks(messageRange(1, 120)).some(({ isFarFromEnds: remote }) => remote)).toBe(false);

    const chunks = groupIntoChunks(messageRange(1, 2000));

    expect(chunks.map(({ isFarFromEnds: remote }) => remote).lastIndexOf(true)).toBe(chunks.length - 5);
    expect(chunks.findIndex(({ isFarFromEnds: remote }) => remote)).toBe(2);
  });
});

import { useState } from 'react';
import type { ShownMessage } from '@/data/domains/chat/shown';

/**
 * Each change hands out new objects, of what mostly has not changed.
 * Here a message that says the same stays the same object, so that it is not drawn again.
 */
export function useSame(messages: ShownMessage[]): ShownMessage[] {
  const [kept, setKept] = useState({ of: messages, same: messages });
  if (kept.of === messages) return kept.same;
  const before = new Map(kept.same.map((message) => [message.key, message]));
  const same = messages.map((message) => {
    const old = before.get(message.key);
    return old && isSame(old, message) ? old : message;
  });
  setKept({ of: messages, same });
  return same;
}

function isSame(a: ShownMessage, b: ShownMessage): boolean {
  const sameState =
    a.delivery === b.delivery && a.progress === b.progress && a.error === b.error && a.seq === b.seq;
  if (!sameState || a.createdAt !== b.createdAt || Boolean(a.local) !== Boolean(b.local)) return false;
  const [one, other] = [a.message, b.message];
  if (one.message_type === 'text' && other.message_type === 'text') return one.payload === other.payload;
  return JSON.stringify(one) === JSON.stringify(other);
}

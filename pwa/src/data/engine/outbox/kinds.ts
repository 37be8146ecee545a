/** The kinds of what is queued, by their names in the queue. A new kind is an entry here and its sender in `senders.ts`. */
import type { Kind, QueuedItem } from '../../storage/queued-item';
import { chat, type ChatItem } from '../../domains/chat/kind';
import type { KindRules } from './rules';
import { slip, type SlipItem } from '../../domains/slip/kind';

interface Kinds extends Record<Kind, QueuedItem> {
  slip: SlipItem;
  chat: ChatItem;
}

/** An item of any kind. */
export type AnyItem = Kinds[Kind];

export const kinds: { [K in Kind]: KindRules<Kinds[K]> } = { slip, chat };

/** What is sent from; items elsewhere are on their way to another queue. */
export const LANES = Object.values(kinds).map(({ lane }) => lane);

/** Whoever queued it wrote the whole of its kind. */
export function ofKind(item: QueuedItem): AnyItem {
  return item as AnyItem;
}

export function rulesOf(item: QueuedItem): KindRules<QueuedItem> {
  return kinds[item.kind];
}

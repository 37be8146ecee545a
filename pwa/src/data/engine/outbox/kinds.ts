/**
 * The kinds of what is queued. The domain of a kind registers its rules and, in a page, what loads its sender: a page
 * that has nothing to send does not load what sends it.
 */
import { Registry } from '../../kit/registry';
import type { Caller } from '../../session/member';
import type { BlobRow, MemberDb, QueueDb } from '../../storage/db';
import { KINDS, type Kind, type QueuedItem } from '../../storage/queued-item';

/** The item of each kind; a domain adds its own. */
export interface KindItems {}

/** An item of any kind. */
export type AnyItem = KindItems[keyof KindItems];

/** What the queue needs to know of a kind. */
export interface KindRules<Item extends QueuedItem> {
  /** Sent one after the other. */
  lane: string;
  /** An item that is older is sent only once the member says so. */
  staleAfterMs: number;
  /** Returns true if the item's file has to be there, as it was put in. */
  hasFile(item: Item): boolean;
  /** Returns true if the server's own row shows that it has the item of this id. */
  hasArrived(db: QueueDb, id: string): Promise<boolean>;
  /** Removes what else goes with an item that the member cancelled or that has vanished, in the same transaction. */
  discarded?(db: MemberDb, id: string): Promise<void>;
}

export interface SendOptions {
  caller: Caller;
  signal?: AbortSignal;
  onProgress?: (share: number) => void;
  /** Stores what a first step returned before the next step begins, so that no retry repeats it. */
  keepFacts: (facts: object) => Promise<void>;
}

/** Writes the acknowledgement, in one transaction. */
export type Acknowledge = (db: QueueDb) => Promise<void>;

/** Resolves only with the server's own acknowledgement. */
export type Send = (
  item: QueuedItem,
  file: BlobRow | undefined,
  options: SendOptions,
) => Promise<Acknowledge>;

/** What a page loads to send items of a kind. */
export interface Sender {
  send: Send;
  /** Replaces a guest id that the server no longer knows. Returns the caller to go on as. Only of what guests may queue. */
  renewGuest?: (guestId: string) => Promise<Caller>;
}

const rules = new Registry<Kind, KindRules<QueuedItem>>('queued kind', KINDS);
const senders = new Registry<Kind, () => Promise<Sender>>('sender of', KINDS);

export function registerKind<Item extends QueuedItem>(kind: Item['kind'], of: KindRules<Item>): void {
  rules.register(kind, of);
}

export const registerSender = senders.register;

/** Returns the lanes that are sent from: items elsewhere move to another queue. Throws if a kind is not registered. */
export function lanes(): string[] {
  return KINDS.map((kind) => rules.get(kind).lane);
}

/** Throws if the kind is not registered. */
export function rulesOf({ kind }: Pick<QueuedItem, 'kind'>): KindRules<QueuedItem> {
  return rules.get(kind);
}

/** Loads the sender of this kind. Throws if it is not registered. */
export function senderOf(kind: Kind): Promise<Sender> {
  return senders.get(kind)();
}

/** Throws if anything is not registered that a page needs to send all that may be queued. */
export function assertKinds(): void {
  rules.assertWhole();
  senders.assertWhole();
}

/**
 * The kinds of queued items. A kind's domain registers its rules and, in a page, the function that loads
 * its sender. A page with nothing to send does not load the sender.
 */
import { Registry } from '../../kit/registry';
import type { Caller } from '../../session/member';
import type { BlobRow, MemberDb, QueueDb } from '../../storage/db';
import { KINDS, type Kind, type QueuedItem } from '../../storage/queued-item';

/** The item type of each kind; a domain adds its own. */
export interface KindItems {}

/** An item of any kind. */
export type AnyItem = KindItems[keyof KindItems];

/** The rules of the queue for one kind. */
export interface KindRules<Item extends QueuedItem> {
  /** Items of one lane are sent one after the other. */
  lane: string;
  /** An older item is sent only after the member confirms it. */
  staleAfterMs: number;
  /** Returns true if the item's file must be there, with its original bytes. */
  hasFile(item: Item): boolean;
  /** Returns true if the server's own row shows that it has the item of this id. */
  hasArrived(db: QueueDb, id: string): Promise<boolean>;
  /** Removes other rows of a cancelled or vanished item, in the same transaction. */
  discard?(db: MemberDb, id: string): Promise<void>;
}

export interface SendOptions {
  caller: Caller;
  signal?: AbortSignal;
  onProgress?: (share: number) => void;
  /** Stores the result of a first step before the next step begins, so that no retry repeats it. */
  storeFacts: (facts: object) => Promise<void>;
}

/** Writes the acknowledgement, in one transaction. */
export type Acknowledge = (db: QueueDb) => Promise<void>;

/** Sends one item. Resolves only with the server's own acknowledgement. */
export type Send = (
  item: QueuedItem,
  file: BlobRow | undefined,
  options: SendOptions,
) => Promise<Acknowledge>;

/** The code that a page loads to send items of a kind. */
export interface Sender {
  send: Send;
  /**
   * Replaces a guest id that the server has retired, and returns the caller to continue as. Only kinds that
   * guests may queue have it.
   */
  renewGuest?: (guestId: string) => Promise<Caller>;
}

const rules = new Registry<Kind, KindRules<QueuedItem>>('queued kind', KINDS);
const senders = new Registry<Kind, () => Promise<Sender>>('sender of', KINDS);

export function registerKind<Item extends QueuedItem>(kind: Item['kind'], kindRules: KindRules<Item>): void {
  rules.register(kind, kindRules);
}

export const registerSender = senders.register;

/**
 * lanes returns the lanes from which items are sent. Items in other lanes wait to be moved to another queue.
 * Throws if a kind is not registered.
 */
export function lanes(): string[] {
  return KINDS.map((kind) => rules.get(kind).lane);
}

/** rulesOf returns the rules of the item's kind. Throws if the kind is not registered. */
export function rulesOf({ kind }: Pick<QueuedItem, 'kind'>): KindRules<QueuedItem> {
  return rules.get(kind);
}

/** senderOf loads the sender of this kind. Throws if it is not registered. */
export function senderOf(kind: Kind): Promise<Sender> {
  return senders.get(kind)();
}

/** assertKinds throws if a registration is missing that a page needs to send all kinds. */
export function assertKinds(): void {
  rules.assertComplete();
  senders.assertComplete();
}

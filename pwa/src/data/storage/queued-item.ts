/** Items in the queue, of any kind. */

/** The kinds of queued items, as stored in rows. Each kind's domain registers its rules with the outbox. */
export const KINDS = ['slip', 'chat'] as const;
export type Kind = (typeof KINDS)[number];

export type ItemState = 'queued' | 'sending' | 'waiting' | 'needs_login' | 'needs_user';

/** An item in its stored form. Times are milliseconds of the phone's clock. */
export interface QueuedItem {
  /** The position in the queue. */
  seq: number;
  /** The id by which the server identifies the item too. It never changes. */
  id: string;
  lane: string;
  kind: Kind;
  state: ItemState;
  createdAt: number;
  /** When the member picked or wrote it. */
  capturedAt: number;
  tries: number;
  nextAt?: number;
  lastError?: { code: string; status: number };
  /** The file's facts; 0 and empty without a file. */
  size: number;
  mime: string;
  sha256: string;
  /** While sending: the sender, and until when no other context may send it. */
  lease?: Lease;
  /** When `nextAt` was set. If the clock shows less now, it was turned back, and `nextAt` is ignored. */
  waitedFrom?: number;
  /** When the member last chose "still send" or "try now". */
  confirmedAt?: number;
  /** Hash of the refused token. With another token of this member it is sent again. */
  refusedToken?: string;
}

export interface Lease {
  owner: string;
  from: number;
  until: number;
}

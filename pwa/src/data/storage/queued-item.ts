/** What lies in the queue, whatever its kind. */

/** The kinds of what is queued, as the rows name them. The domain of each registers its rules with the outbox. */
export const KINDS = ['slip', 'chat'] as const;
export type Kind = (typeof KINDS)[number];

export type ItemState = 'queued' | 'sending' | 'waiting' | 'needs_login' | 'needs_user';

/** An item as stored. Times are milliseconds of the phone's clock. */
export interface QueuedItem {
  /** Place in the queue. */
  seq: number;
  /** Also what the server knows it by; it never changes. */
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
  /** Of its file; 0 and empty without one. */
  size: number;
  mime: string;
  sha256: string;
  /** While sending: who, and until when nobody else may. */
  lease?: Lease;
  /** When `nextAt` was set: a clock that shows less was turned back, and proves nothing. */
  waitedFrom?: number;
  /** When the member last said "still send". */
  confirmedAt?: number;
  /** Hash of the token that was refused; any other of this member may try. */
  refusedToken?: string;
}

export interface Lease {
  owner: string;
  from: number;
  until: number;
}

export type ItemState = 'queued' | 'sending' | 'waiting' | 'needs_login' | 'needs_user';

/** What the screen sees of an item. Times are milliseconds of the phone's clock. */
export interface OutboxItem {
  /** Also the slip's clientId and the Idempotency-Key; it never changes. */
  id: string;
  lane: string;
  kind: 'slip';
  state: ItemState;
  createdAt: number;
  /** When the member picked the slip. */
  capturedAt: number;
  tries: number;
  nextAt?: number;
  lastError?: { code: string; status: number };
  /** 0 to 100, only while sending. */
  progress?: number;
  size: number;
  mime: string;
}

/** As stored. */
export interface QueuedItem extends Omit<OutboxItem, 'progress'> {
  /** Place in the queue. */
  seq: number;
  sha256: string;
  /** While sending: who, and until when nobody else may. */
  lease?: { owner: string; until: number };
  /** When `nextAt` was set: a clock that is behind this was turned back, and proves nothing. */
  waitedFrom?: number;
  /** The member said "still send" then. */
  confirmedAt?: number;
  /** Hash of the token that was refused; any other of this member may try again. */
  refusedToken?: string;
}

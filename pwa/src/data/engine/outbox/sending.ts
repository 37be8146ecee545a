/** What the drain asks of whoever sends an item. */
import type { Caller } from '../../session/member';
import type { BlobRow, QueueDb } from '../../storage/db';
import type { QueuedItem } from '../../storage/queued-item';

export interface SendOptions {
  caller: Caller;
  signal?: AbortSignal;
  onProgress?: (share: number) => void;
  /** Keeps what a first step has brought before the next one, so that no retry does it again. */
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

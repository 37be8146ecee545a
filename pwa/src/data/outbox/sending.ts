/** What the drain asks of whoever sends an item, of either kind. */
import type { UploadedMedia } from '../chat/types';
import type { BlobRow, QueueDb } from '../db';
import type { Caller } from '../member';
import type { QueuedItem } from './machine';

export interface SendOptions {
  caller: Caller;
  signal?: AbortSignal;
  onProgress?: (share: number) => void;
  /** The file of a message is there: kept before the message goes, so that no retry uploads it again. */
  onUploaded: (uploaded: UploadedMedia) => Promise<void>;
}

/** Writes the acknowledgement, in one transaction. */
export type Acknowledge = (db: QueueDb) => Promise<void>;

/** Resolves only with the server's own acknowledgement. */
export type Send = (
  item: QueuedItem,
  file: BlobRow | undefined,
  options: SendOptions,
) => Promise<Acknowledge>;

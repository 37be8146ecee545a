/** Sending one item of either kind, and what is to be written once the server has it. */
import { acknowledgeMessage } from '../chat/room';
import { sendChat } from '../chat/sendChat';
import type { UploadedMedia } from '../chat/types';
import { ApiError } from '../api/errors';
import type { BlobRow, MemberDb, QueueDb } from '../db';
import { isGuest, type Caller } from '../member';
import type { QueuedItem } from './machine';
import { sendSlip } from './sendSlip';
import { acknowledge } from './store';

export interface SendOptions {
  caller: Caller;
  signal?: AbortSignal;
  onProgress?: (share: number) => void;
  onUploaded: (uploaded: UploadedMedia) => Promise<void>;
}

/** Writes the acknowledgement, in one transaction. */
export type Acknowledge = (db: QueueDb) => Promise<void>;

export type Send = (item: QueuedItem, file: BlobRow | undefined, options: SendOptions) => Promise<Acknowledge>;

/** Resolves only with the server's own acknowledgement. */
export const sendItem: Send = async (item, file, options) => {
  const { caller } = options;
  if (item.kind === 'chat') {
    const { receipt, uploaded } = await sendChat(item, file, options);
    const room = isGuest(caller) ? caller.guestId : caller.memberId;
    return async (db) => void (await acknowledgeMessage(db, room, { ...item, uploaded }, receipt));
  }
  if (isGuest(caller) || !file) throw new ApiError('invalid-token', 401);
  const slip = await sendSlip(item, file, { ...options, token: caller.token });
  return (db) => acknowledge(db as MemberDb, slip, item.id);
};

/** Converts rows to the messages that are shown: the server's messages by number, then the unsent ones. */
import { toServerTime } from '../../api/clock';
import type { ChatItem } from './kind';
import type { BlobRow, ChatRow } from '../../storage/db';
import type { AnyMessage, Sender } from '../../api/conversation';

export type Delivery =
  /** The message is on this device only. */
  | 'not_sent'
  | 'uploading'
  | 'sending'
  /** The customer has to choose `resend` or `removeUnsent`. */
  | 'failed'
  | 'sent'
  | 'read';

/** One message of the conversation as it is shown. */
export interface ShownMessage {
  /** The same before and after it is sent. */
  key: string;
  /** Missing until the server has it. */
  seq?: number;
  clientId: string;
  sender: Sender;
  name: string;
  message: AnyMessage;
  createdAt: string;
  delivery: Delivery;
  /** 0 to 100, only while uploading. */
  progress?: number;
  /** Why it failed or has to wait: a code of the error catalogue. */
  error?: string;
  /** The file itself, while it is on this device only. */
  local?: { bytes: ArrayBuffer; mime: string };
}

export function messageOfRow(row: ChatRow, supportReadSeq: number): ShownMessage {
  const { _id, seq, clientId, sender, name = '', message, createdAt } = row;
  const read = sender === 'customer' && seq <= supportReadSeq;
  return {
    key: clientId || _id,
    seq,
    clientId,
    sender,
    name,
    message,
    createdAt,
    delivery: read ? 'read' : 'sent',
  };
}

export function messageOfItem(
  item: ChatItem,
  blob: BlobRow | undefined,
  progress: number | undefined,
): ShownMessage {
  const { id, message, capturedAt, lastError } = item;
  const delivery = deliveryOf(item);
  return {
    key: id,
    clientId: id,
    sender: 'customer',
    name: '',
    message,
    createdAt: new Date(toServerTime(capturedAt)).toISOString(),
    delivery,
    ...(delivery === 'uploading' && { progress: progress ?? 0 }),
    ...(lastError && { error: lastError.code }),
    ...(blob && { local: { bytes: blob.bytes, mime: blob.mime } }),
  };
}

function deliveryOf({ state, message, uploaded }: ChatItem): Delivery {
  if (state === 'needs_user') return 'failed';
  if (state !== 'sending') return 'not_sent';
  return message.message_type === 'media' && !uploaded ? 'uploading' : 'sending';
}

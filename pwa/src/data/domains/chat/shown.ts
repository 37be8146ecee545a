/** From rows to what is shown: the server's messages by number, then what is still to be sent. */
import { serverTime } from '../../api/clock';
import type { ChatItem } from './kind';
import type { BlobRow, ChatRow } from '../../storage/db';
import type { Delivery, ShownMessage } from '../../api/conversation';

export function shownRow(row: ChatRow, supportReadSeq: number): ShownMessage {
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

export function shownItem(
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
    createdAt: new Date(serverTime(capturedAt)).toISOString(),
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

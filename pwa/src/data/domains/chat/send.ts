/** Sends one queued message to the server: first its file, if it has one, then the message. */
import { call } from '../../api/client';
import { ApiError, NOT_OURS, PICTURE_DAMAGED } from '../../api/errors';
import { upload } from '../../api/upload';
import { acknowledgeMessage } from './room';
import type { CustomerMessage, Receipt, UploadedMedia } from '../../api/conversation';
import { authOf, guestOf, isGuest } from '../../session/member';
import type { BlobRow } from '../../storage/db';
import type { Send, SendOptions } from '../../engine/outbox/kinds';
import { isChat, type ChatItem } from './kind';

/**
 * sendMessage sends one message. It resolves only with the server's own acknowledgement. Both calls use the
 * item's id as clientId, so the server executes each only once, however often it is sent.
 */
export const sendMessage: Send = async (item, file, options) => {
  const { caller, signal } = options;
  if (!isChat(item)) throw new ApiError(PICTURE_DAMAGED);
  let { uploaded } = item;
  if (item.message.message_type === 'media' && !uploaded && file) {
    uploaded = await uploadFile(item, file, options);
    await options.storeFacts({ uploaded });
  }
  const body = { clientId: item.id, ...guestOf(caller), message: wireForm(item.message, uploaded) };
  const response: Partial<Receipt> = await call('POST', '/api/chat/send-message', {
    body,
    auth: authOf(caller),
    signal,
  });
  if (!isReceipt(response)) throw new ApiError(NOT_OURS, 200);
  const room = isGuest(caller) ? caller.guestId : caller.memberId;
  return async (db) => void (await acknowledgeMessage(db, room, { ...item, uploaded }, response));
};

async function uploadFile(
  { id, message }: ChatItem,
  file: BlobRow,
  { caller, signal, onProgress }: SendOptions,
): Promise<UploadedMedia> {
  const { fileType, name } =
    message.message_type === 'media' ? message.payload : { fileType: 'image', name: '' };
  const fields = { clientId: id, ...guestOf(caller), file: new Blob([file.bytes], { type: file.mime }) };
  const path = fileType === 'video' ? '/api/chat/upload-video' : '/api/chat/upload-image';
  const options = { auth: authOf(caller), fileName: name, signal, onProgress };
  const response: Partial<UploadedMedia> = await upload(path, fields, options);
  if (typeof response.path !== 'string' || !response.path) throw new ApiError(NOT_OURS, 200);
  return { fileType: 'file', ...response, path: response.path };
}

/**
 * Returns the message for the request. It contains only the file's path, because the server has determined
 * the file's type itself.
 */
function wireForm(message: CustomerMessage, uploaded: UploadedMedia | undefined) {
  if (message.message_type !== 'media') return message;
  const { message: text, name } = message.payload;
  const fileType = uploaded?.fileType ?? message.payload.fileType;
  return { ...message, payload: { message: text, url: false, fileType, filePath: uploaded?.path, name } };
}

function isReceipt(response: Partial<Receipt>): response is Receipt {
  const { _id, seq, timestamp } = response;
  return typeof _id === 'string' && Number.isInteger(seq) && typeof timestamp === 'string';
}

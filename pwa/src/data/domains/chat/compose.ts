/** Writing a message: stored on the device first, then sent by the outbox, in order. */
import { phoneNow } from '../../api/clock';
import { ApiError } from '../../api/errors';
import { newId, sha256 } from '../../kit/digest';
import { GUEST } from '../../session/member';
import { cancelItem, drain, retryItem } from '../../engine/outbox';
import { notePromise } from '../../engine/outbox/recovery';
import { getSession, resolveMember } from '../../session/token';
import { keepOnDisk } from '../../storage/keep-on-disk';
import type { QueueDb } from '../../storage/db';
import { ensureGuest } from '../../session/guest';
import { lengthOf, TEXT_LIMIT } from './limits';
import { readPickedFile, type PickedFile } from './picked-file';
import { enqueueMessage, type NewMessage } from './room';
import type { CustomerMessage, PostbackPayload } from '../../api/conversation';
import { setTyping } from './typing';
import { cleanText } from '../../kit/typed/written';

export type MediaResult = 'ok' | Extract<PickedFile, { ok: false }>['reason'];

/** sendText returns false for a text with nothing visible or over 2000 characters. Throws STORAGE_FULL. */
export async function sendText(text: string): Promise<boolean> {
  const payload = cleanText(text);
  if (!payload || lengthOf(payload) > TEXT_LIMIT) return false;
  await queueMessage({ message_type: 'text', payload });
  return true;
}

/** sendPostback sends the member's choice of a quick reply or a postback button. Throws STORAGE_FULL. */
export async function sendPostback({ title, payload }: PostbackPayload): Promise<void> {
  await queueMessage({ message_type: 'postback', payload: { title, payload } });
}

/** sendMedia sends a picture or video. A picture that is too large is scaled down. Throws STORAGE_FULL. */
export async function sendMedia(file: File): Promise<MediaResult> {
  const picked = await readPickedFile(file);
  if (!picked.ok) return picked.reason;
  const { fileType, mime, bytes } = picked;
  const payload = { message: '', url: false as const, fileType, filePath: '', name: file.name } as const;
  await queueMessage({ message_type: 'media', payload }, { bytes, mime, sha256: await sha256(bytes) });
  return 'ok';
}

/** resend tries a failed message again at once. */
export async function resend(clientId: string): Promise<void> {
  await retryItem(clientId);
}

/** removeUnsent deletes an unsent message, and aborts a running upload. */
export async function removeUnsent(clientId: string): Promise<void> {
  await cancelItem(clientId);
}

async function queueMessage(message: CustomerMessage, file?: NewMessage['file']): Promise<void> {
  const memberId = await resolveWriter();
  const id = newId();
  const capturedAt = phoneNow();
  const write = async (db: QueueDb) => {
    await enqueueMessage(db, { id, message, file }, capturedAt);
    return id;
  };
  await keepOnDisk(memberId, write);
  notePromise(memberId ?? GUEST, { id, kind: 'chat', capturedAt }, write, file?.bytes);
  setTyping(false);
  void drain();
}

/** Returns the member who writes, or null for a guest. A guest without an id gets one. */
async function resolveWriter(): Promise<string | null> {
  if (!getSession()) {
    await ensureGuest();
    return null;
  }
  const member = await resolveMember();
  if (!member) throw new ApiError('invalid-token', 401);
  return member.memberId;
}

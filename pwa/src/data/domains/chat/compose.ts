/** Saying something: kept on the phone first, then sent by the outbox, in order. */
import { phoneNow } from '../../api/clock';
import { ApiError } from '../../api/errors';
import { newId, sha256 } from '../../kit/digest';
import { GUEST } from '../../session/member';
import { cancelItem, drain, retryItem } from '../../engine/outbox';
import { notePromise } from '../../engine/outbox/recovery';
import { getSession, knowMember } from '../../session/token';
import { keepOnDisk } from '../../storage/keep-on-disk';
import type { QueueDb } from '../../storage/db';
import { ensureGuest } from '../../session/guest';
import { lengthOf, TEXT_LIMIT } from './limits';
import { readPicked, type PickedFile } from './picked-file';
import { enqueueMessage, type Written } from './room';
import type { CustomerMessage, PostbackPayload } from '../../api/conversation';
import { setTyping } from './typing';
import { textOf } from '../../kit/typed/written';

export type MediaAnswer = 'ok' | Extract<PickedFile, { ok: false }>['why'];

/** False for a text that shows nothing, and for more than 2000 characters. Throws STORAGE_FULL. */
export async function sendText(text: string): Promise<boolean> {
  const payload = textOf(text);
  if (!payload || lengthOf(payload) > TEXT_LIMIT) return false;
  await say({ message_type: 'text', payload });
  return true;
}

/** Answers a quick reply or a postback button. Throws STORAGE_FULL. */
export async function sendPostback({ title, payload }: PostbackPayload): Promise<void> {
  await say({ message_type: 'postback', payload: { title, payload } });
}

/** Sends a picture or video; a picture that is too long for the server is drawn smaller. Throws STORAGE_FULL. */
export async function sendMedia(file: File): Promise<MediaAnswer> {
  const picked = await readPicked(file);
  if (!picked.ok) return picked.why;
  const { fileType, mime, bytes } = picked;
  const payload = { message: '', url: false as const, fileType, filePath: '', name: file.name } as const;
  await say({ message_type: 'media', payload }, { bytes, mime, sha256: await sha256(bytes) });
  return 'ok';
}

/** Tries a failed message again, at once. */
export async function resend(clientId: string): Promise<void> {
  await retryItem(clientId);
}

/** Gives an unsent message up; an upload under way is broken off. */
export async function removeUnsent(clientId: string): Promise<void> {
  await cancelItem(clientId);
}

async function say(message: CustomerMessage, file?: Written['file']): Promise<void> {
  const memberId = await ownMember();
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

/** Returns the member who speaks, or null for a guest, who has an id from here on. */
async function ownMember(): Promise<string | null> {
  if (!getSession()) {
    await ensureGuest();
    return null;
  }
  const member = await knowMember();
  if (!member) throw new ApiError('invalid-token', 401);
  return member.memberId;
}

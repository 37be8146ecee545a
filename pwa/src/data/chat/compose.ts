/** Saying something: kept on the phone first, then sent by the outbox, in order. */
import { ApiError, STORAGE_FULL } from '../api/errors';
import { newId, sha256 } from '../digest';
import { dropDisposable, dropDisposableOfGuest } from '../disposable';
import { cancelItem, drain, retryItem } from '../outbox';
import { askToPersist } from '../persist';
import { inDevice, inMember, isFull, type QueueStore } from '../storage';
import { getSession, knowMember } from '../token';
import { ensureGuest } from './guest';
import { enqueueMessage, type Written } from './room';
import { setTyping } from './typing';
import type { CustomerMessage, PostbackPayload } from './types';

export const TEXT_LIMIT = 2000;
const MB = 1024 * 1024;
const IMAGE_LIMIT_MB = 10;
const VIDEO_LIMIT_MB = 20;
const MIME_OF: Record<string, string> = {
  mov: 'video/quicktime',
  mp4: 'video/mp4',
  png: 'image/png',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  gif: 'image/gif',
};

export type MediaAnswer = 'ok' | 'unsupported' | { tooLargeMb: number };

/** False for nothing but white space, and for more than 2000 characters. Throws STORAGE_FULL. */
export async function sendText(text: string): Promise<boolean> {
  const payload = text.replaceAll('\0', '').trim();
  if (!payload || [...payload].length > TEXT_LIMIT) return false;
  await say({ message_type: 'text', payload });
  return true;
}

/** Answers a quick reply or a postback button. Throws STORAGE_FULL. */
export async function sendPostback({ title, payload }: PostbackPayload): Promise<void> {
  await say({ message_type: 'postback', payload: { title, payload } });
}

/** Sends a picture or video as it is. Throws STORAGE_FULL. */
export async function sendMedia(file: File): Promise<MediaAnswer> {
  const [, extension] = /\.([^./\\]+)$/.exec(file.name) ?? [];
  const mime = extension && MIME_OF[extension.toLowerCase()];
  if (!mime || file.size === 0) return 'unsupported';
  const fileType = mime.startsWith('video/') ? 'video' : 'image';
  const tooLargeMb = fileType === 'video' ? VIDEO_LIMIT_MB : IMAGE_LIMIT_MB;
  if (file.size > tooLargeMb * MB) return { tooLargeMb };
  const bytes = await file.arrayBuffer();
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
  const { store, makeRoom } = await ownQueue();
  const write = () => store((db) => enqueueMessage(db, { id: newId(), message, file }, Date.now()));
  await write().catch(async (error: unknown) => {
    if (!isFull(error)) throw error;
    await makeRoom();
    await write().catch((again: unknown) => {
      throw isFull(again) ? new ApiError(STORAGE_FULL) : again;
    });
  });
  setTyping(false);
  void askToPersist();
  void drain();
}

/** What can be had from the server again makes room for what cannot. */
async function ownQueue(): Promise<{ store: QueueStore; makeRoom: () => Promise<void> }> {
  if (getSession()) {
    const member = await knowMember();
    if (!member) throw new ApiError('invalid-token', 401);
    const { memberId } = member;
    return { store: (work) => inMember(memberId, work), makeRoom: () => inMember(memberId, dropDisposable) };
  }
  await ensureGuest();
  return { store: inDevice, makeRoom: () => inDevice(dropDisposableOfGuest) };
}

/**
 * Pictures and videos of the conversation. Their addresses are signed for an hour. The service worker
 * caches the pictures by path, so that an expired address still shows them offline.
 */
import { call } from '../../api/client';
import { serverNow } from '../../api/clock';
import { ApiError, NOT_OURS } from '../../api/errors';
import { deleteMediaCache, MEDIA_OWNER } from '../../device/media-cache';
import { authOf, guestOf } from '../../session/member';
import { withDeviceDb } from '../../storage/storage';
import { chatOwner } from './owner';
import type { MediaAddress } from '../../api/conversation';

/** An address that expires within this many ms is not used. */
const MARGIN_MS = 60_000;

const addresses = new Map<string, Promise<MediaAddress>>();

/**
 * mediaAddress returns a valid address for the file. It uses the message's own address until that expires.
 * Without a network it returns the bare path, under which the service worker may have cached the picture.
 */
export async function mediaAddress(path: string, fromMessage?: Partial<MediaAddress>): Promise<MediaAddress> {
  if (fromMessage?.src && isValidAddress(fromMessage.src))
    return { src: fromMessage.src, thumb: fromMessage.thumb };
  const cached = await addresses.get(path)?.catch(() => null);
  if (cached && isValidAddress(cached.src)) return cached;
  const renewal = renewAddress(path);
  addresses.set(path, renewal);
  return renewal.catch(() => {
    if (addresses.get(path) === renewal) addresses.delete(path);
    return { src: `/media/${path}`, thumb: `/media/${path}/thumb` };
  });
}

/** claimMedia makes this owner the owner of the cached pictures. Another owner's pictures are deleted. */
export async function claimMedia(owner: string): Promise<void> {
  const before = await withDeviceDb((db) => db.facts.get(MEDIA_OWNER)).catch(() => undefined);
  if (before?.value === owner) return;
  await clearMedia();
  await withDeviceDb((db) => db.facts.put({ key: MEDIA_OWNER, value: owner })).catch(() => {});
}

export async function clearMedia(): Promise<void> {
  addresses.clear();
  await deleteMediaCache();
}

async function renewAddress(path: string): Promise<MediaAddress> {
  const owner = await chatOwner();
  if (!owner) throw new ApiError('invalid-token', 401);
  const { caller } = owner;
  const body = { path, ...guestOf(caller) };
  const response: Partial<MediaAddress> = await call('POST', '/api/chat/media', {
    body,
    auth: authOf(caller),
  });
  if (typeof response.src !== 'string') throw new ApiError(NOT_OURS, 200);
  return { src: response.src, thumb: response.thumb };
}

/** Returns whether the address is still valid. Its parameter `e` is the expiry time in seconds. */
function isValidAddress(address: string): boolean {
  const expiresAt = Number(new URL(address, location.origin).searchParams.get('e'));
  return expiresAt * 1000 > serverNow() + MARGIN_MS;
}

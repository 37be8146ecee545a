import { withTimeout } from '../kit/timeout';

/** The service worker's cache of the conversation's pictures. Only one member's pictures are in it. */
export const MEDIA_CACHE = 'chat-media';

/** The key of the fact that names the owner of these pictures. */
export const MEDIA_OWNER = 'media-owner';

/** deleteMediaCache deletes the pictures, if this browser has a cache and allows access. Never rejects. */
export async function deleteMediaCache(): Promise<void> {
  const storage = globalThis.caches as CacheStorage | null | undefined;
  if (storage) await withTimeout(storage.delete(MEDIA_CACHE)).catch(() => {});
}

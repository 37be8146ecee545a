import { withTimeout } from '../kit/timeout';

/** The service worker's cache of the conversation's pictures; nobody else's are ever in it. */
export const MEDIA_CACHE = 'chat-media';

/** The fact that says whose pictures they are. */
export const MEDIA_OWNER = 'media-owner';

/** Deletes the pictures, where this browser has a cache and lets it be reached. Never rejects. */
export async function deleteMediaCache(): Promise<void> {
  const storage = globalThis.caches as CacheStorage | null | undefined;
  if (storage) await withTimeout(storage.delete(MEDIA_CACHE)).catch(() => {});
}

/** The service worker's cache of the conversation's pictures; nobody else's are ever in it. */
export const MEDIA_CACHE = 'chat-media';

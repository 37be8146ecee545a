/** The service worker's cache of the conversation's pictures; nobody else's are ever in it. */
export const MEDIA_CACHE = 'chat-media';

/** The fact that says whose pictures they are. */
export const MEDIA_OWNER = 'media-owner';

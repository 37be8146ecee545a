/** The chat code that pages need for a member, or for a guest with a conversation. It is one chunk, loaded only for these. */
export { joinGuest } from './join';
export { startLive } from './live';

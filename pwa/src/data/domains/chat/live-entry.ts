/** The chat code that pages need for a member or a used guest. It is one chunk, loaded only then. */
export { joinGuest } from './join';
export { startLive } from './live';

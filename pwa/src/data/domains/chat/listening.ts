/** What pages need of the chat once there is a member or guest: one chunk, loaded then. */
export { joinGuest } from './join';
export { startLive } from './live';

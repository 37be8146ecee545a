/** What pages need of the chat once there is something to say or to hear: one piece, loaded then. */
export { joinGuest } from './join';
export { startLive } from './live';
export { renewGuest } from './renew';
export { sendMessage } from './sendChat';

/** What pages need of the chat once there is somebody to hear from: one piece, loaded then. */
export { joinGuest } from './join';
export { startLive } from './live';

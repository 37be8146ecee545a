/** What the outbox needs of the chat once there is something to say: one piece, loaded then. */
export { renewGuest } from './renew';
export { sendMessage as send } from './send';

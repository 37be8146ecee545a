/** What the outbox needs of the chat once there is something to send: one chunk, loaded then. */
export { renewGuest } from './renew';
export { sendMessage as send } from './send';

/** The chat code that the outbox needs to send a message. It is one chunk, loaded only then. */
export { renewGuest } from './renew';
export { sendMessage as send } from './send';

/** Loads the chat's code for sending once there is something to send, or once a guest has logged in. */
import { registerSender } from '../../engine/outbox/kinds';
import { loggedIn } from '../../session/token';
import { joinGuestLater } from './start';

registerSender('chat', () => import('./outbox-entry'));
loggedIn.watch(joinGuestLater);

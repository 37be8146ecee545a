/** What a page loads of the chat once there is something to send, or a guest has logged in. */
import { registerSender } from '../../engine/outbox/kinds';
import { entered } from '../../session/token';
import { joinGuestLater } from './start';

registerSender('chat', () => import('./outward'));
entered.watch(joinGuestLater);

/** What a page loads of the conversation once there is something to send, or a guest has signed in. */
import { registerGuestRenewal, registerSender } from '../../engine/outbox/kinds';
import { entered } from '../../session/token';
import { joinGuestLater } from './start';

const outward = () => import('./outward');

registerSender('chat', async () => (await outward()).sendMessage);
registerGuestRenewal(async () => (await outward()).renewGuest);
entered.watch(joinGuestLater);

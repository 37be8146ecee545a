/** What a page loads of the conversation once there is something to send. */
import { registerGuestRenewal, registerSender } from '../../engine/outbox/kinds';

const outward = () => import('./outward');

registerSender('chat', async () => (await outward()).sendMessage);
registerGuestRenewal(async () => (await outward()).renewGuest);

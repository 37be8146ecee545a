/** What a page loads of slips once there is one to send. */
import { registerSender } from '../../engine/outbox/kinds';

registerSender('slip', async () => ({ send: (await import('./send')).sendSlip }));

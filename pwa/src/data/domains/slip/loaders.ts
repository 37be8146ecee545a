/** Loads the slips' code for sending once there is a slip to send. */
import { registerSender } from '../../engine/outbox/kinds';

registerSender('slip', async () => ({ send: (await import('./send')).sendSlip }));

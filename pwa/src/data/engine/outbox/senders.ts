/** What sends an item of each kind, loaded when there is one to send. */
import type { Kind } from '../../storage/queued-item';
import type { Send } from './sending';

export const senders: Record<Kind, () => Promise<Send>> = {
  slip: async () => (await import('../../domains/slip/send')).sendSlip,
  chat: async () => (await import('../../domains/chat/outward')).sendMessage,
};

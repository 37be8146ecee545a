/** Sends an item of any kind, for the service worker, which loads everything at once. */
import type { Kind } from '../storage/queued-item';
import { sendMessage } from '../domains/chat/send';
import { sendSlip } from '../domains/slip/send';
import type { Send } from '../engine/outbox/kinds';

const senders: Record<Kind, Send> = { slip: sendSlip, chat: sendMessage };

export const sendItem: Send = (item, ...rest) => senders[item.kind](item, ...rest);

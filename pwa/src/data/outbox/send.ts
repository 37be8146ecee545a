/** Sending one item of either kind, for the service worker, which has everything at hand. */
import { sendMessage } from '../chat/sendChat';
import type { Send } from './sending';
import { sendSlip } from './sendSlip';

export const sendItem: Send = (item, ...rest) =>
  item.kind === 'chat' ? sendMessage(item, ...rest) : sendSlip(item, ...rest);

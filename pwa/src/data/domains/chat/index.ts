/**
 * The chat's door for screens. It brings everything with it: only what is itself loaded late may
 * import it. The first page takes `./start` and `./use-unread`.
 */
export { removeUnsent, resend, sendMedia, sendPostback, sendText, type MediaAnswer } from './compose';
export { markRead } from './marks';
export { mediaAddress } from './media';
export type * from '../../api/conversation';
export type { ShownMessage } from './shown';
export { setTyping } from './typing';
export { useConversation, type Conversation } from './use-conversation';

/**
 * The chat's exports for screens. It loads the whole chat, so only lazily loaded code may import it. The
 * first page imports `./start` and `./use-unread`.
 */
export { removeUnsent, resend, sendMedia, sendPostback, sendText, type MediaResult } from './compose';
export { markRead } from './marks';
export { mediaAddress } from './media';
export type * from '../../api/conversation';
export type { ShownMessage } from './shown';
export { setTyping } from './typing';
export { useConversation, type Conversation } from './use-conversation';

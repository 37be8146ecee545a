import type { CustomerMessage, UploadedMedia } from '../../api/conversation';
import type { KindRules } from '../../engine/outbox/kinds';
import type { QueuedItem } from '../../storage/queued-item';

/** A queued message to support. Its id is the message's clientId. */
export interface ChatItem extends QueuedItem {
  kind: 'chat';
  /** A file's `filePath` is empty here. */
  message: CustomerMessage;
  /** The uploaded file, so that it is not uploaded again. */
  uploaded?: UploadedMedia;
}

declare module '../../engine/outbox/kinds' {
  interface KindItems {
    chat: ChatItem;
  }
}

export const chat: KindRules<ChatItem> = {
  lane: 'chat',
  // An old message is still worth sending.
  staleAfterMs: Infinity,
  hasFile: ({ message, uploaded }) => message.message_type === 'media' && !uploaded,
  hasArrived: async (db, id) => (await db.chat.where('clientId').equals(id).count()) > 0,
};

export function isChat(item: QueuedItem): item is ChatItem {
  return item.kind === 'chat';
}

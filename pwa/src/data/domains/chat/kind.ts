import type { CustomerMessage, UploadedMedia } from '../../api/conversation';
import type { QueuedItem } from '../../storage/queued-item';
import type { KindRules } from '../../engine/outbox/rules';

/** A message on its way to support. Its id is the message's clientId. */
export interface ChatItem extends QueuedItem {
  kind: 'chat';
  /** What is said. A file's `filePath` is empty here. */
  message: CustomerMessage;
  /** What became of its file: it is not uploaded again. */
  uploaded?: UploadedMedia;
}

export const chat: KindRules<ChatItem> = {
  lane: 'chat',
  // An old message still says what it says.
  staleAfterMs: Infinity,
  hasFile: ({ message, uploaded }) => message.message_type === 'media' && !uploaded,
};

export function isChat(item: QueuedItem): item is ChatItem {
  return item.kind === 'chat';
}

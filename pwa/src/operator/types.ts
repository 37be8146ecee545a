/** The operators' API types, under the console's names. */
import type { Schemas } from '@/data/api/schema.gen';
import type {
  ButtonsMessage,
  GenericMessage,
  MediaMessage,
  QuickRepliesMessage,
  TextMessage,
} from '@/data/api/conversation';

/** A conversation in the inbox. It contains no token or address that grants access. */
export type Summary = Schemas['Summary'];

export type InboxPage = Schemas['Inbox'];

export type CannedReply = Schemas['Canned'];

export type OperatorSession = Schemas['OperatorSession'];

/** A message that support may send: any type except a postback. */
export type SupportMessage =
  | TextMessage
  | MediaMessage
  | ButtonsMessage
  | QuickRepliesMessage
  | GenericMessage;

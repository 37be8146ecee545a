/** The operators' wire, by the names that this console uses. */
import type { Schemas } from '@/data/api/schema.gen';
import type {
  ButtonsMessage,
  GenericMessage,
  MediaMessage,
  QuickRepliesMessage,
  TextMessage,
} from '@/data/api/conversation';

/** A conversation in the inbox. Nothing in it opens anything. */
export type Summary = Schemas['Summary'];

export type InboxPage = Schemas['Inbox'];

export type Canned = Schemas['Canned'];

export type OperatorSession = Schemas['OperatorSession'];

/** What support may send: everything but a postback. */
export type SupportMessage =
  | TextMessage
  | MediaMessage
  | ButtonsMessage
  | QuickRepliesMessage
  | GenericMessage;

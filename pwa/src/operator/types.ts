/** The operators' wire, by the names that this console uses. */
import type { components } from '@/data/api/schema.gen';
import type {
  ButtonsMessage,
  GenericMessage,
  MediaMessage,
  QuickRepliesMessage,
  TextMessage,
} from '@/data/chat/types';

type Schemas = components['schemas'];

/** A conversation in the inbox. Nothing in it opens anything. */
export type Summary = Pick<
  Schemas['Summary'],
  | 'id'
  | 'kind'
  | 'title'
  | 'memberId'
  | 'locale'
  | 'status'
  | 'lastSeq'
  | 'unread'
  | 'customerReadSeq'
  | 'waitingSince'
  | 'crowd'
  | 'assignee'
  | 'lastAt'
  | 'lastSender'
  | 'preview'
  | 'online'
>;

export interface InboxPage {
  conversations: Summary[];
  unread: number;
  waiting: number;
}

export type Canned = Required<Pick<Schemas['Canned'], 'id' | 'title' | 'th' | 'lo' | 'en'>>;

export type OperatorSession = Pick<Schemas['OperatorSession'], 'token' | 'username' | 'role' | 'expiresAt'>;

/** What support may send: everything but a postback. */
export type SupportMessage =
  | TextMessage
  | MediaMessage
  | ButtonsMessage
  | QuickRepliesMessage
  | GenericMessage;

/** The conversation on the wire. */
import type { Schemas } from './schema.gen';

export type Sender = 'customer' | 'support' | 'system';

export interface ChatButton {
  type: 'web' | 'call' | 'postback' | 'other';
  title: string;
  /** An https address, a phone number, or what goes back as a postback. */
  payload: string;
}

export interface TextMessage {
  message_type: 'text';
  payload: string;
}

export interface PostbackPayload {
  title: string;
  payload: string;
}

export interface PostbackMessage {
  message_type: 'postback';
  payload: PostbackPayload;
}

/** What the server tells of an uploaded file; the addresses are good for an hour. */
export interface MediaFacts {
  mime?: string;
  size?: number;
  width?: number;
  height?: number;
  src?: string;
  thumb?: string;
}

export interface MediaPayload extends MediaFacts {
  message: string;
  url: false;
  fileType: 'image' | 'video' | 'file';
  /** `chat/<id>`; empty while the file is not uploaded yet. */
  filePath: string;
  name: string;
}

export interface MediaMessage {
  message_type: 'media';
  payload: MediaPayload;
}

export interface ButtonsMessage {
  message_type: 'buttons';
  payload: { text: string; buttons: ChatButton[] };
}

export interface QuickReply {
  type: 'postback';
  title: string;
  payload: string;
}

export interface QuickRepliesMessage {
  message_type: 'quick_replies';
  payload: { text: string; quick_replies: QuickReply[] };
}

export interface Card {
  /** A file path; `image_src` is its signed address. */
  image_url?: string;
  image_src?: string;
  title: string;
  subtitle?: string;
  buttons?: ChatButton[];
}

export interface GenericMessage {
  message_type: 'generic';
  payload: { elements: Card[] };
}

/** What a customer may send. */
export type CustomerMessage = TextMessage | PostbackMessage | MediaMessage;

export type AnyMessage = CustomerMessage | ButtonsMessage | QuickRepliesMessage | GenericMessage;

/** One message as the server tells it: by history, by the socket, in send-message's body. */
export interface ChatMessage {
  _id: string;
  /** Its place in the conversation, from 1 on and without gaps. */
  seq: number;
  clientId: string;
  sender: Sender;
  message: AnyMessage;
  name?: string;
  createdAt: string;
  userId?: string;
}

/**
 * The contract leaves a message's payload open ("its shape goes by message_type"). What each shape
 * is stands above; here alone it is taken at its word.
 */
export function messagesOf(told: Schemas['Conversation'][]): ChatMessage[] {
  return told as ChatMessage[];
}

/** The answer to send-message. */
export interface Receipt {
  _id: string;
  seq: number;
  timestamp: string;
}

/** The answer to an upload. */
export interface UploadedMedia extends MediaFacts {
  path: string;
  fileType: MediaPayload['fileType'];
}

export interface MediaAddress {
  src: string;
  thumb?: string;
}

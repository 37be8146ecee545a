/** The API types of the conversation. */
import type { Schemas } from './schema.gen';

export type Sender = 'customer' | 'support' | 'system';

export interface ChatButton {
  type: 'web' | 'call' | 'postback' | 'other';
  title: string;
  /** An https address, a phone number, or the payload of a postback. */
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

/** The server's response about an uploaded file. The addresses are valid for an hour. */
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
  /** `chat/<id>`; empty until the file is uploaded. */
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

/** One message as the server sends it: in the history, on the socket, and in the body of send-message. */
export interface ChatMessage {
  _id: string;
  /** The number in the conversation, from 1 on, without gaps. */
  seq: number;
  clientId: string;
  sender: Sender;
  message: AnyMessage;
  name?: string;
  createdAt: string;
  userId?: string;
}

/**
 * Converts the contract's messages to typed ones. The contract leaves a message's payload open ("its shape
 * goes by message_type"); the types above describe it. This is the only function that relies on the server to
 * follow these types.
 */
export function messagesOf(received: Schemas['Conversation'][]): ChatMessage[] {
  return received as ChatMessage[];
}

/** The response to send-message. */
export interface Receipt {
  _id: string;
  seq: number;
  timestamp: string;
}

/** The response to an upload. */
export interface UploadedMedia extends MediaFacts {
  path: string;
  fileType: MediaPayload['fileType'];
}

export interface MediaAddress {
  src: string;
  thumb?: string;
}

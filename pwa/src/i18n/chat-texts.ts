import { addLater } from './later';
import chat from './th/chat.json';
import conversation from './th/conversation.json';

/**
 * Thai texts are part of the app, but the chat's texts are loaded with the chat: the first page does not need
 * them. Other languages are loaded as a whole.
 */
addLater('chat', chat);
addLater('conversation', conversation);

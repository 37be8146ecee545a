import { addLater } from './later';
import chat from './th/chat.json';
import conversation from './th/conversation.json';

/**
 * Thai comes with the app, but the chat's words come with the chat: the first
 * page does without them. Other languages bring theirs along.
 */
addLater('chat', chat);
addLater('conversation', conversation);

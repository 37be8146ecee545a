import i18next from 'i18next';
import chat from './th/chat.json';

/**
 * Thai comes with the app, but the chat's words come with the chat: the first
 * page does without them. Other languages bring theirs along.
 */
function add(): void {
  i18next.addResourceBundle('th', 'chat', chat);
}

if (i18next.isInitialized) add();
else i18next.on('initialized', add);

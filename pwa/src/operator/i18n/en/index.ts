import conversation from '@/i18n/en/conversation.json';
import ui from '@/i18n/en/ui.json';
import operator from './operator.json';

/** The words of every page. The cashier's come with their pages. */
export default { conversation, ui, operator };

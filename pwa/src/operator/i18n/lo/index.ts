import conversation from '@/i18n/lo/conversation.json';
import ui from '@/i18n/lo/ui.json';
import operator from './operator.json';

/** The words of every page. The cashier's come with their pages. */
export default { conversation, ui, operator };

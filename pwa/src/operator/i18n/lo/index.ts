import conversation from '@/i18n/lo/conversation.json';
import ui from '@/i18n/lo/ui.json';
import operator from './operator.json';

/** The texts of every page. The cashier's are loaded with their pages. */
export default { conversation, ui, operator };

import conversation from '@/i18n/en/conversation.json';
import ui from '@/i18n/en/ui.json';
import operator from './operator.json';

/** The texts that all pages use. The cashier's pages load their own texts. */
export default { conversation, ui, operator };

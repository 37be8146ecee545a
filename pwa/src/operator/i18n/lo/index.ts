import conversation from '@/i18n/lo/conversation.json';
import ui from '@/i18n/lo/ui.json';
import operator from './operator.json';

/** The texts that all pages use. The cashier's pages load their own texts. */
export default { conversation, ui, operator };

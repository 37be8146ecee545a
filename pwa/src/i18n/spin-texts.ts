import i18next from 'i18next';
import spin from './th/spin.json';

/** The words of the wheel come with its page, as the chat's do with the chat. */
function add(): void {
  i18next.addResourceBundle('th', 'spin', spin);
}

if (i18next.isInitialized) add();
else i18next.on('initialized', add);

import i18next from 'i18next';
import account from './th/account.json';

/** The words of the profile and its sheets come with the first of them. */
function add(): void {
  i18next.addResourceBundle('th', 'account', account);
}

if (i18next.isInitialized) add();
else i18next.on('initialized', add);

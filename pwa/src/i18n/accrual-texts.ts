import i18next from 'i18next';
import accrual from './th/accrual.json';

/** The words of invites and refunds come with the first of their sheets, as the chat's do with the chat. */
function add(): void {
  i18next.addResourceBundle('th', 'accrual', accrual);
}

if (i18next.isInitialized) add();
else i18next.on('initialized', add);

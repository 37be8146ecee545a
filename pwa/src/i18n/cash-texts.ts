import i18next from 'i18next';
import cash from './th/cash.json';

/** The words of money in and out come with the first of its sheets, as the chat's do with the chat. */
function add(): void {
  i18next.addResourceBundle('th', 'cash', cash);
}

if (i18next.isInitialized) add();
else i18next.on('initialized', add);

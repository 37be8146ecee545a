import i18next from 'i18next';
import bonus from './th/bonus.json';

/** The words of bonuses come with their page, as those of games do with the first of their sheets. */
function add(): void {
  i18next.addResourceBundle('th', 'bonus', bonus);
}

if (i18next.isInitialized) add();
else i18next.on('initialized', add);

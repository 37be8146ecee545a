import i18next from 'i18next';
import care from './th/care.json';

/** The words of taking a break come with the first place that needs them, as those of money do. */
function add(): void {
  i18next.addResourceBundle('th', 'care', care);
}

if (i18next.isInitialized) add();
else i18next.on('initialized', add);

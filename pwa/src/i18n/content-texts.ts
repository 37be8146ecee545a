import i18next from 'i18next';
import content from './th/content.json';

/** The words of the pages to read come with the first of them. */
function add(): void {
  i18next.addResourceBundle('th', 'content', content);
}

if (i18next.isInitialized) add();
else i18next.on('initialized', add);

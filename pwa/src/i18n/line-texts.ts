import i18next from 'i18next';
import line from './th/line.json';

/** The words of a line's page come with the first of them. */
function add(): void {
  i18next.addResourceBundle('th', 'line', line);
}

if (i18next.isInitialized) add();
else i18next.on('initialized', add);

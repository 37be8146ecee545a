import i18next from 'i18next';
import statement from './th/statement.json';

/** The words of the statement come with the first of its lines. */
function add(): void {
  i18next.addResourceBundle('th', 'statement', statement);
}

if (i18next.isInitialized) add();
else i18next.on('initialized', add);

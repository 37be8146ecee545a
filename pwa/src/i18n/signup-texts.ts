import i18next from 'i18next';
import signup from './th/signup.json';

/** The words of signing up and of a forgotten password come with the first step. */
function add(): void {
  i18next.addResourceBundle('th', 'signup', signup);
}

if (i18next.isInitialized) add();
else i18next.on('initialized', add);

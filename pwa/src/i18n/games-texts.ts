import i18next from 'i18next';
import games from './th/games.json';

/** The words of games come with the first of their sheets, as the chat's do with the chat. */
function add(): void {
  i18next.addResourceBundle('th', 'games', games);
}

if (i18next.isInitialized) add();
else i18next.on('initialized', add);

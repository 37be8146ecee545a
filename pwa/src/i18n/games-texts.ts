import { addLater } from './later';
import games from './th/games.json';

/** The words of games come with the first of their sheets, as the chat's do with the chat. */
addLater('games', games);

import { addLater } from './later';
import games from './th/games.json';

/** The texts of games are loaded with the first of their sheets. */
addLater('games', games);

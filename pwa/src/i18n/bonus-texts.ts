import { addLater } from './later';
import bonus from './th/bonus.json';

/** The words of bonuses come with their page, as those of games do with the first of their sheets. */
addLater('bonus', bonus);

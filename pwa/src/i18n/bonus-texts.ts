import { addLater } from './later';
import bonus from './th/bonus.json';

/** The texts of bonuses are loaded with their page. */
addLater('bonus', bonus);

import { addLater } from './later';
import home from './th/home.json';

/** Loads the texts of the home page together with the page. */
addLater('home', home);

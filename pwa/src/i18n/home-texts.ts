import { addLater } from './later';
import home from './th/home.json';

/** The words of home come with it. */
addLater('home', home);

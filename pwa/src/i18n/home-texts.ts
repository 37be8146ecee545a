import { addLater } from './later';
import home from './th/home.json';

/** The texts of home are loaded with it. */
addLater('home', home);

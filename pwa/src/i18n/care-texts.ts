import { addLater } from './later';
import care from './th/care.json';

/** The texts of breaks are loaded with the first screen that shows them. */
addLater('care', care);

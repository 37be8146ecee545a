import { addLater } from './later';
import care from './th/care.json';

/** The texts of breaks are loaded with the first place that needs them. */
addLater('care', care);

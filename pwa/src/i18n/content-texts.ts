import { addLater } from './later';
import content from './th/content.json';

/** The texts of the information pages are loaded with the first of them. */
addLater('content', content);

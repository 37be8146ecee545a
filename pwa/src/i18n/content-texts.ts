import { addLater } from './later';
import content from './th/content.json';

/** The words of the pages to read come with the first of them. */
addLater('content', content);

import { addLater } from './later';
import line from './th/line.json';

/** The words of a line's page come with the first of them. */
addLater('line', line);

import { addLater } from './later';
import line from './th/line.json';

/** The texts of a statement line's page are loaded with the first such page. */
addLater('line', line);

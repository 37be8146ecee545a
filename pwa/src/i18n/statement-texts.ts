import { addLater } from './later';
import statement from './th/statement.json';

/** The texts of the statement are loaded with the first line shown. */
addLater('statement', statement);

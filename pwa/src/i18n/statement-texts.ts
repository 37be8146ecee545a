import { addLater } from './later';
import statement from './th/statement.json';

/** The words of the statement come with the first of its lines. */
addLater('statement', statement);

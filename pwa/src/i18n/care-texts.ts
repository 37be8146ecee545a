import { addLater } from './later';
import care from './th/care.json';

/** The words of taking a break come with the first place that needs them, as those of money do. */
addLater('care', care);

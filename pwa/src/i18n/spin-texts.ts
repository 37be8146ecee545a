import { addLater } from './later';
import spin from './th/spin.json';

/** The texts of the wheel are loaded with its page. */
addLater('spin', spin);

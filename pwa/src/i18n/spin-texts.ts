import { addLater } from './later';
import spin from './th/spin.json';

/** The words of the wheel come with its page, as the chat's do with the chat. */
addLater('spin', spin);

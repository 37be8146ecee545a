import { addLater } from './later';
import cash from './th/cash.json';

/** The words of money in and out come with the first of its sheets, as the chat's do with the chat. */
addLater('cash', cash);

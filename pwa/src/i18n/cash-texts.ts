import { addLater } from './later';
import cash from './th/cash.json';

/** The texts of deposits and withdrawals are loaded with the first of their sheets. */
addLater('cash', cash);

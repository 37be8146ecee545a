import { addLater } from './later';
import cashier from './th/cashier.json';

/** The words of deposits and slips come with the first of their screens. */
addLater('cashier', cashier);

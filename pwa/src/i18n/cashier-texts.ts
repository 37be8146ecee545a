import { addLater } from './later';
import cashier from './th/cashier.json';

/** The texts of deposits and slips are loaded with the first of their screens. */
addLater('cashier', cashier);

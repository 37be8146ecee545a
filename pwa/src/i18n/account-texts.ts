import { addLater } from './later';
import account from './th/account.json';

/** The texts of the profile page and its sheets are loaded with the first of them. */
addLater('account', account);

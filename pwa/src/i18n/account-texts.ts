import { addLater } from './later';
import account from './th/account.json';

/** The words of the profile and its sheets come with the first of them. */
addLater('account', account);

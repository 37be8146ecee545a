import { addLater } from './later';
import accrual from './th/accrual.json';

/** The words of invites and refunds come with the first of their sheets, as the chat's do with the chat. */
addLater('accrual', accrual);

import { addLater } from './later';
import accrual from './th/accrual.json';

/** The texts of invites and refunds are loaded with the first of their sheets. */
addLater('accrual', accrual);

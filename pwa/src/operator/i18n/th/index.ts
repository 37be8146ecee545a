import cash from './cashier.json';
import desk from './operator.json';

/** The desk's words, the cashier's among them. */
export const words = { ...desk, cash };

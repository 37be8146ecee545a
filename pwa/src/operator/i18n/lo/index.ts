import cash from './cashier.json';
import desk from './operator.json';

export { default as kit } from '@/i18n/lo/ui.json';
/** The desk's words, the cashier's among them. */
export const words = { ...desk, cash };

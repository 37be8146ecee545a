export { default as conversation } from '@/i18n/lo/conversation.json';
export { default as kit } from '@/i18n/lo/ui.json';
/** The words of every page. The cashier's come with their pages. */
export { default as words } from './operator.json';

export { default as kit } from '@/i18n/en/ui.json';
export { default as words } from './operator.json';

export { default as kit } from '@/i18n/lo/ui.json';
export { default as words } from './operator.json';

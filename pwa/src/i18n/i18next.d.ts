import type th from './locale-th';
import type chat from './th/chat.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    resources: typeof th & { chat: typeof chat };
  }
}

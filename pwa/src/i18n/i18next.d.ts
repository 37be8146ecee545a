import type th from './locale-th';
import type bonus from './th/bonus.json';
import type accrual from './th/accrual.json';
import type care from './th/care.json';
import type cash from './th/cash.json';
import type content from './th/content.json';
import type statement from './th/statement.json';
import type chat from './th/chat.json';
import type games from './th/games.json';
import type spin from './th/spin.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    resources: typeof th & {
      bonus: typeof bonus;
      accrual: typeof accrual;
      care: typeof care;
      cash: typeof cash;
      chat: typeof chat;
      content: typeof content;
      statement: typeof statement;
      games: typeof games;
      spin: typeof spin;
    };
  }
}

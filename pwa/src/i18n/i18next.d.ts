import type th from './locale-th';
import type account from './th/account.json';
import type bonus from './th/bonus.json';
import type accrual from './th/accrual.json';
import type care from './th/care.json';
import type cash from './th/cash.json';
import type cashier from './th/cashier.json';
import type content from './th/content.json';
import type statement from './th/statement.json';
import type line from './th/line.json';
import type chat from './th/chat.json';
import type conversation from './th/conversation.json';
import type queue from './th/queue.json';
import type games from './th/games.json';
import type home from './th/home.json';
import type signup from './th/signup.json';
import type spin from './th/spin.json';

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    resources: typeof th & {
      account: typeof account;
      bonus: typeof bonus;
      accrual: typeof accrual;
      care: typeof care;
      cash: typeof cash;
      cashier: typeof cashier;
      chat: typeof chat;
      content: typeof content;
      conversation: typeof conversation;
      statement: typeof statement;
      line: typeof line;
      queue: typeof queue;
      games: typeof games;
      home: typeof home;
      signup: typeof signup;
      spin: typeof spin;
    };
  }
}

import account from './en/account.json';
import bonus from './en/bonus.json';
import accrual from './en/accrual.json';
import care from './en/care.json';
import cash from './en/cash.json';
import cashier from './en/cashier.json';
import chat from './en/chat.json';
import content from './en/content.json';
import conversation from './en/conversation.json';
import errors from './en/errors.json';
import games from './en/games.json';
import home from './en/home.json';
import identity from './en/identity.json';
import line from './en/line.json';
import queue from './en/queue.json';
import shell from './en/shell.json';
import signup from './en/signup.json';
import spin from './en/spin.json';
import statement from './en/statement.json';
import ui from './en/ui.json';

export default {
  account,
  bonus,
  accrual,
  care,
  cash,
  cashier,
  chat,
  content,
  conversation,
  errors,
  games,
  home,
  identity,
  line,
  queue,
  shell,
  signup,
  spin,
  statement,
  ui,
};

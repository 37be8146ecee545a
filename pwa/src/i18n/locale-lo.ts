import account from './lo/account.json';
import bonus from './lo/bonus.json';
import accrual from './lo/accrual.json';
import care from './lo/care.json';
import cash from './lo/cash.json';
import cashier from './lo/cashier.json';
import chat from './lo/chat.json';
import content from './lo/content.json';
import conversation from './lo/conversation.json';
import errors from './lo/errors.json';
import games from './lo/games.json';
import home from './lo/home.json';
import identity from './lo/identity.json';
import line from './lo/line.json';
import queue from './lo/queue.json';
import shell from './lo/shell.json';
import signup from './lo/signup.json';
import spin from './lo/spin.json';
import statement from './lo/statement.json';
import ui from './lo/ui.json';

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

/** What the engine has to know of rewards. */
import { registerCommands, type CommandLines } from '../../engine/commands/commands';

const commands = {
  collectInvite: {
    name: 'collectInvite',
    method: 'POST',
    path: '/api/invite/bonus',
    money: 'statement',
  },
  receiveRefund: {
    name: 'receiveRefund',
    method: 'POST',
    path: '/api/refund/receive',
    money: 'refund',
  },
  addRefund: {
    name: 'addRefund',
    method: 'POST',
    path: '/api/refund/addWallet',
    money: 'statement',
  },
  activateBonus: {
    name: 'takeBonus',
    method: 'POST',
    path: '/api/bonus/activate/{code}',
    money: 'statement',
  },
  activatePromotion: {
    name: 'takeBonus',
    method: 'POST',
    path: '/api/promotion/activate/{code}',
    money: 'statement',
  },
  clearBonus: {
    name: 'clearBonus',
    method: 'POST',
    path: '/api/bonus/clear',
    money: 'statement',
  },
  spin: { name: 'spin', method: 'POST', path: '/api/spinwheel/spin', money: 'result' },
  claimCoupon: {
    name: 'coupon',
    method: 'POST',
    path: '/api/spinwheel/coupon/claim',
    money: 'statement',
  },
  rotateSeed: { name: 'rotateSeed', method: 'POST', path: '/api/spinwheel/rotate' },
} as const satisfies CommandLines;

type RewardsCommands = typeof commands;
declare module '../../engine/commands/commands' {
  interface Commands extends RewardsCommands {}
}
registerCommands(commands);

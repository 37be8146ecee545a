/** What the engine has to know of rewards. */
import { call } from '../../api/client';
import { registerCommands, type CommandLines } from '../../engine/commands/commands';
import { registerList } from '../../engine/lists/lists';

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

registerList('coupons', {
  pageSize: 3,
  keyOf: ({ _id }) => _id,
  // Every coupon comes by the sync: there is no call for a page of them.
  ask: () => Promise.resolve({ total: 0, rows: [] }),
  changed: ({ coupons }) => coupons,
});

registerList('invites', {
  pageSize: 10,
  keyOf: ({ _id }) => _id,
  async ask(question) {
    const { total, invites: rows } = await call('POST', '/api/invite', question);
    return { total, rows };
  },
  changed: ({ invites }) => invites,
});

registerList('refunds', {
  pageSize: 10,
  keyOf: ({ _id }) => _id,
  async ask(question) {
    const { total, refunds: rows } = await call('POST', '/api/refund', question);
    return { total, rows };
  },
  changed: ({ refunds }) => refunds,
});

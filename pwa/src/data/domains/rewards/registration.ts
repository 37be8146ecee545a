/** Registers rewards with the engine. */
import type { SyncResponse } from '../../api/types';
import { registerCommands, type CommandDefinitions } from '../../engine/commands/commands';
import { registerHomePart } from '../../engine/home/parts';
import { registerList } from '../../engine/lists/lists';
import { registerResources, type ResourceDefinitions } from '../../engine/resources/resources';

const commands = {
  collectInvite: { name: 'collectInvite', method: 'POST', path: '/api/invite/bonus', money: 'statement' },
  receiveRefund: { name: 'receiveRefund', method: 'POST', path: '/api/refund/receive', money: 'refund' },
  addRefund: { name: 'addRefund', method: 'POST', path: '/api/refund/addWallet', money: 'statement' },
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
  clearBonus: { name: 'clearBonus', method: 'POST', path: '/api/bonus/clear', money: 'statement' },
  spin: { name: 'spin', method: 'POST', path: '/api/spinwheel/spin', money: 'result' },
  claimCoupon: { name: 'coupon', method: 'POST', path: '/api/spinwheel/coupon/claim', money: 'statement' },
  rotateSeed: { name: 'rotateSeed', method: 'POST', path: '/api/spinwheel/rotate' },
} as const satisfies CommandDefinitions;

type RewardsCommands = typeof commands;
declare module '../../engine/commands/commands' {
  interface Commands extends RewardsCommands {}
}
registerCommands(commands);

registerList('coupons', { field: 'coupons' });
registerList('invites', { field: 'invites', pages: '/api/invite' });
registerList('refunds', { field: 'refunds', pages: '/api/refund' });

const resources = {
  bonuses: {
    path: '/api/bonus',
    scope: 'own',
    byLocale: true,
    readFromSync: ({ bonuses }: SyncResponse) => bonuses,
  },
  spinwheelActive: { path: '/api/spinwheel/active', scope: 'own' },
  spinwheel: { path: '/api/spinwheel/setup', scope: 'own' },
  spinHistory: { path: '/api/spinwheel/history', query: { limit: 100 }, scope: 'own' },
  refund: { path: '/api/refund/check', scope: 'own', byLocale: true },
  inviteBanners: { path: '/api/invite/banners', scope: 'members', byLocale: true },
  refundBanners: { path: '/api/refund/banners', scope: 'members', byLocale: true },
} as const satisfies ResourceDefinitions;

type RewardsResources = typeof resources;
declare module '../../engine/resources/resources' {
  interface Resources extends RewardsResources {}
}
registerResources(resources);

registerHomePart('invite', ({ invite }) => invite);
registerHomePart('refund', ({ refund }) => refund);
registerHomePart('toPlay', ({ toPlay }) => toPlay);
// Every sync contains the running bonus, so a missing field means that none is running.
registerHomePart('bonus', ({ bonus }) => bonus ?? null);

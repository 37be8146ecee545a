/** Registers deposits, withdrawals and limits with the engine. */
import { registerCommands, type CommandDefinitions } from '../../engine/commands/commands';
import { registerResources, type ResourceDefinitions } from '../../engine/resources/resources';

const commands = {
  withdrawAll: { name: 'withdraw', method: 'POST', path: '/api/wallet/withdrawAll', money: 'statement' },
  cancelWithdrawal: {
    name: 'cancelWithdraw',
    method: 'POST',
    path: '/api/wallet/withdraw/{id}/cancel',
    money: 'statement',
  },
  announce: { name: 'announce', method: 'POST', path: '/api/wallet/add', money: 'statement' },
  redeemGift: { name: 'gift', method: 'POST', path: '/api/wallet/truelink', money: 'statement' },
  createQr: { name: 'qr', method: 'POST', path: '/api/qrcode/{providerOrId}', money: 'qrcodeId' },
  cancelQr: { name: 'cancelQr', method: 'DELETE', path: '/api/qrcode/{providerOrId}', money: 'qrcodeId' },
  setLimit: { name: 'limit', method: 'PUT', path: '/api/limits' },
  confirmLimit: { name: 'limit', method: 'POST', path: '/api/limits/confirm' },
} as const satisfies CommandDefinitions;

type CashCommands = typeof commands;
declare module '../../engine/commands/commands' {
  interface Commands extends CashCommands {}
}
registerCommands(commands);

const resources = {
  deposit: { path: '/api/lookup/deposit', scope: 'members' },
  withdraw: { path: '/api/lookup/withdraw', scope: 'members' },
  limits: { path: '/api/limits', scope: 'own' },
  activity: { path: '/api/activity', query: { days: 90 }, scope: 'own' },
  qr: { path: '/api/qrcode/{providerOrId}', scope: 'own' },
} as const satisfies ResourceDefinitions;

type CashResources = typeof resources;
declare module '../../engine/resources/resources' {
  interface Resources extends CashResources {}
}
registerResources(resources);

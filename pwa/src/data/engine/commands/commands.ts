/**
 * Every command: a call that must happen once. `name` says which of them are one at a time; with a
 * subject (a line, a gateway) it is `name:subject`, as it is written down. What moves money keeps
 * its key on the phone when the session ends, until its answer is known.
 */
import type { AnswerOf, Args, Method, PathOf } from '../../api/routes';

export type CommandMethod = Exclude<Method, 'GET'>;

type Line = {
  [M in CommandMethod]: { name: string; method: M; path: PathOf<M>; movesMoney: boolean };
}[CommandMethod];

export const commands = {
  withdrawAll: { name: 'withdraw', method: 'POST', path: '/api/wallet/withdrawAll', movesMoney: true },
  cancelWithdrawal: {
    name: 'cancelWithdraw',
    method: 'POST',
    path: '/api/wallet/withdraw/{id}/cancel',
    movesMoney: true,
  },
  transfer: { name: 'transfer', method: 'POST', path: '/api/wallet/transfer', movesMoney: true },
  transferAll: { name: 'transfer', method: 'POST', path: '/api/wallet/transferAll', movesMoney: true },
  collectInvite: { name: 'collectInvite', method: 'POST', path: '/api/invite/bonus', movesMoney: true },
  receiveRefund: { name: 'receiveRefund', method: 'POST', path: '/api/refund/receive', movesMoney: true },
  addRefund: { name: 'addRefund', method: 'POST', path: '/api/refund/addWallet', movesMoney: true },
  announce: { name: 'announce', method: 'POST', path: '/api/wallet/add', movesMoney: true },
  redeemGift: { name: 'gift', method: 'POST', path: '/api/wallet/truelink', movesMoney: true },
  createQr: { name: 'qr', method: 'POST', path: '/api/qrcode/{providerOrId}', movesMoney: true },
  cancelQr: { name: 'cancelQr', method: 'DELETE', path: '/api/qrcode/{providerOrId}', movesMoney: true },
  activateBonus: {
    name: 'takeBonus',
    method: 'POST',
    path: '/api/bonus/activate/{code}',
    movesMoney: true,
  },
  activatePromotion: {
    name: 'takeBonus',
    method: 'POST',
    path: '/api/promotion/activate/{code}',
    movesMoney: true,
  },
  clearBonus: { name: 'clearBonus', method: 'POST', path: '/api/bonus/clear', movesMoney: true },
  activateSlot: {
    name: 'activateSlot',
    method: 'POST',
    path: '/api/wallet/activate/{slotCode}',
    movesMoney: false,
  },
  resetSlotPassword: {
    name: 'resetSlotPassword',
    method: 'POST',
    path: '/api/wallet/resetpassword/{slotCode}',
    movesMoney: false,
  },
  setLimit: { name: 'limit', method: 'PUT', path: '/api/limits', movesMoney: false },
  confirmLimit: { name: 'limit', method: 'POST', path: '/api/limits/confirm', movesMoney: false },
  coolOff: { name: 'closePlay', method: 'POST', path: '/api/care/cooloff', movesMoney: false },
  excludeSelf: { name: 'closePlay', method: 'POST', path: '/api/care/exclude', movesMoney: false },
  askBack: { name: 'openPlay', method: 'POST', path: '/api/care/return', movesMoney: false },
  comeBack: { name: 'openPlay', method: 'POST', path: '/api/care/return/confirm', movesMoney: false },
  setReality: { name: 'reality', method: 'PUT', path: '/api/care/reality', movesMoney: false },
  limitsReviewed: { name: 'limitsReviewed', method: 'POST', path: '/api/limits/reviewed', movesMoney: false },
  spin: { name: 'spin', method: 'POST', path: '/api/spinwheel/spin', movesMoney: true },
  claimCoupon: { name: 'coupon', method: 'POST', path: '/api/spinwheel/coupon/claim', movesMoney: true },
  rotateSeed: { name: 'rotateSeed', method: 'POST', path: '/api/spinwheel/rotate', movesMoney: false },
  register: { name: 'register', method: 'POST', path: '/api/account', movesMoney: false },
  changePassword: {
    name: 'changepwd',
    method: 'PUT',
    path: '/api/account/changepwd',
    movesMoney: false,
  },
  changeBankName: {
    name: 'bankAccountName',
    method: 'PUT',
    path: '/api/account/bankAccountName',
    movesMoney: false,
  },
  addPasskey: { name: 'addPasskey', method: 'POST', path: '/api/account/passkeys', movesMoney: false },
  renamePasskey: {
    name: 'renamePasskey',
    method: 'PUT',
    path: '/api/account/passkeys/{id}',
    movesMoney: false,
  },
  removePasskey: {
    name: 'removePasskey',
    method: 'DELETE',
    path: '/api/account/passkeys/{id}',
    movesMoney: false,
  },
  endSession: {
    name: 'endSession',
    method: 'DELETE',
    path: '/api/account/sessions/{id}',
    movesMoney: false,
  },
} as const satisfies Record<string, Line>;

export type CommandId = keyof typeof commands;

type MethodOf<Id extends CommandId> = (typeof commands)[Id]['method'];
type CommandPath<Id extends CommandId> = Extract<(typeof commands)[Id]['path'], PathOf<MethodOf<Id>>>;

/** What the server answers to it. */
export type Answered<Id extends CommandId> = AnswerOf<MethodOf<Id>, CommandPath<Id>>;

/** Path parameters and body of it, and our own options. */
export type Given<Id extends CommandId, Options> = Args<MethodOf<Id>, CommandPath<Id>, Options>;

/** What the answer to each command that moves money has: another's JSON, such as a captive portal's, has none of it. */
export const brings = {
  withdrawAll: 'statement',
  cancelWithdrawal: 'statement',
  transfer: 'statement',
  transferAll: 'statement',
  collectInvite: 'statement',
  receiveRefund: 'refund',
  addRefund: 'statement',
  announce: 'statement',
  redeemGift: 'statement',
  createQr: 'qrcodeId',
  cancelQr: 'qrcodeId',
  activateBonus: 'statement',
  activatePromotion: 'statement',
  clearBonus: 'statement',
  spin: 'result',
  claimCoupon: 'statement',
} as const satisfies { [Id in CommandId]?: keyof Answered<Id> };

/** False where `answer` cannot be our server's to the command of that name. */
export function isAnswerTo(name: string, answer: unknown): boolean {
  const id = (Object.keys(brings) as (keyof typeof brings)[]).find(
    (each) => commands[each].name === plain(name),
  );
  return !id || (typeof answer === 'object' && answer !== null && brings[id] in answer);
}

/** Without its subject. */
function plain(name: string): string | undefined {
  return name.split(':')[0];
}

/** What commands that are one at a time are known by. */
export function nameOf(id: CommandId, subject?: string): string {
  const { name } = commands[id];
  return subject === undefined ? name : `${name}:${subject}`;
}

/** A name that this version does not know may be a withdrawal of another one. */
export function movesMoney(name: string): boolean {
  const known = Object.values(commands).find((line) => line.name === plain(name));
  return known?.movesMoney ?? true;
}

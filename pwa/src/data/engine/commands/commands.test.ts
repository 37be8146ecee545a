// @pure
import { expect, it } from 'vitest';
import { brings, commands, isAnswerTo, movesMoney, nameOf } from './commands';

it('what moves money is known by its name, with a subject or without', () => {
  expect(movesMoney('withdraw')).toBe(true);
  expect(movesMoney('cancelWithdraw:w1')).toBe(true);
  expect(movesMoney('limit:day')).toBe(false);
  expect(movesMoney('changepwd')).toBe(false);
});

it('the answer to each command that moves money is known by what it has, to any other by nothing', () => {
  const moving = Object.entries(commands).filter(([, { movesMoney: moves }]) => moves);

  expect(Object.keys(brings).toSorted()).toEqual(moving.map(([id]) => id).toSorted());
  for (const [id, { name }] of moving) {
    expect(isAnswerTo(`${name}:x`, { [brings[id as keyof typeof brings]]: null }), id).toBe(true);
    expect(isAnswerTo(name, { status: 'ok' }), id).toBe(false);
  }
  expect(isAnswerTo('limit', {})).toBe(true);
  expect(isAnswerTo('somethingNew', {})).toBe(true);
  expect(isAnswerTo('withdraw', undefined)).toBe(false);
});

it('a command that this version does not know may be a withdrawal', () => {
  expect(movesMoney('somethingNew')).toBe(true);
  expect(movesMoney('')).toBe(true);
});

it('is one at a time of each subject, where it has one', () => {
  expect(nameOf('createQr')).toBe('qr');
  expect(nameOf('createQr', 'WW')).toBe('qr:WW');
  expect(nameOf('setLimit', '')).toBe('limit:');
});

it('confirming a limit is the same wish as setting it, transferring all is a transfer, both breaks and both steps back are one, and nothing else shares a name', () => {
  const second = {
    confirmLimit: 'setLimit',
    transferAll: 'transfer',
    excludeSelf: 'coolOff',
    comeBack: 'askBack',
    activatePromotion: 'activateBonus',
  } as const;
  const names = Object.entries(commands)
    .filter(([id]) => !(id in second))
    .map(([, { name }]) => name);

  for (const [id, first] of Object.entries(second) as [keyof typeof second, keyof typeof commands][])
    expect(commands[id].name).toBe(commands[first].name);
  expect(new Set(names).size).toBe(names.length);
});

// spec D1.26
it('nothing that changes something is asked for by GET, though the server takes some of it so', () => {
  const asked = Object.values(commands).map(({ method, path }) => `${method} ${path}`);

  expect(asked).toEqual(
    expect.arrayContaining([
      'POST /api/wallet/activate/{slotCode}',
      'POST /api/wallet/resetpassword/{slotCode}',
      'POST /api/invite/bonus',
      'POST /api/bonus/activate/{code}',
      'POST /api/bonus/clear',
      'POST /api/promotion/activate/{code}',
      'POST /api/refund/receive',
      'POST /api/refund/addWallet',
    ]),
  );
  expect(asked.filter((line) => line.startsWith('GET'))).toEqual([]);
});

it('all that takes or gives money keeps its key beyond the session, and nothing with a password does', () => {
  const keeps = Object.values(commands)
    .filter((line) => line.movesMoney)
    .map((line) => line.path);

  expect(keeps.toSorted()).toEqual(
    [
      '/api/wallet/withdrawAll',
      '/api/wallet/withdraw/{id}/cancel',
      '/api/wallet/transfer',
      '/api/wallet/transferAll',
      '/api/invite/bonus',
      '/api/refund/receive',
      '/api/refund/addWallet',
      '/api/wallet/add',
      '/api/wallet/truelink',
      '/api/qrcode/{providerOrId}',
      '/api/qrcode/{providerOrId}',
      '/api/spinwheel/spin',
      '/api/spinwheel/coupon/claim',
      '/api/bonus/activate/{code}',
      '/api/promotion/activate/{code}',
      '/api/bonus/clear',
    ].toSorted(),
  );
});

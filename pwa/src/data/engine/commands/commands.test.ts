// @pure
import { expect, it } from 'vitest';
import '../../app/registrations';
import { allCommands, commandOf, isResponseTo, movesMoney, nameOf, type CommandId } from './commands';

it('a money command is recognized by its name, with or without a subject', () => {
  expect(movesMoney('withdraw')).toBe(true);
  expect(movesMoney('cancelWithdraw:w1')).toBe(true);
  expect(movesMoney('limit:day')).toBe(false);
  expect(movesMoney('changepwd')).toBe(false);
});

it('the response to a money command is recognized by its field, any other response is accepted', () => {
  const moving = allCommands().filter(([, { name }]) => movesMoney(name));

  expect(moving).toHaveLength(16);
  for (const [id, { name, money }] of moving) {
    expect(isResponseTo(`${name}:x`, { [String(money)]: null }), id).toBe(true);
    expect(isResponseTo(name, { status: 'ok' }), id).toBe(false);
  }
  expect(isResponseTo('limit', {})).toBe(true);
  expect(isResponseTo('somethingNew', {})).toBe(true);
  expect(isResponseTo('withdraw', undefined)).toBe(false);
});

it('commands of one name have the same field in their responses', () => {
  for (const [id, definition] of allCommands()) {
    const [, first] = allCommands().find(([, { name }]) => name === definition.name)!;
    expect(definition.money, id).toBe(first.money);
  }
});

it('an unregistered command is named in the error', () => {
  expect(() => commandOf('payOut' as CommandId)).toThrow('no command "payOut" is registered');
});

it('an unknown command counts as a money command, since it may be a withdrawal', () => {
  expect(movesMoney('somethingNew')).toBe(true);
  expect(movesMoney('')).toBe(true);
});

it('commands of one name run one at a time for each subject', () => {
  expect(nameOf('createQr')).toBe('qr');
  expect(nameOf('createQr', 'WW')).toBe('qr:WW');
  expect(nameOf('setLimit', '')).toBe('limit:');
});

it('only these commands share a name: both limit commands, both transfers, both breaks, both returns to play', () => {
  const second = {
    confirmLimit: 'setLimit',
    transferAll: 'transfer',
    excludeSelf: 'coolOff',
    comeBack: 'askBack',
    activatePromotion: 'activateBonus',
  } as const;
  const names = allCommands()
    .filter(([id]) => !(id in second))
    .map(([, { name }]) => name);

  for (const [id, first] of Object.entries(second) as [CommandId, CommandId][])
    expect(commandOf(id).name).toBe(commandOf(first).name);
  expect(new Set(names).size).toBe(names.length);
});

// spec D1.26
it('no command uses GET, although the server accepts GET for some', () => {
  const calls = allCommands().map(([, { method, path }]) => `${method} ${path}`);

  expect(calls).toEqual(
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
  expect(calls.filter((line) => line.startsWith('GET'))).toEqual([]);
});

it('every command that moves money keeps its key after the session, and no command with a password does', () => {
  const keptPaths = allCommands()
    .filter(([, { name }]) => movesMoney(name))
    .map(([, { path }]) => path);

  expect(keptPaths.toSorted()).toEqual(
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

import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { MemberDb, type CommandRow } from '../../storage/db';
import {
  deleteExpired,
  forgetUnstored,
  isExpired,
  listUnfinishedCommands,
  storeKey,
  applyKeyAction,
  type Owner,
} from './keys';
import { forgetSpareKeys, spareKeysOf } from './spare';

const NOW = 1_700_000_000_000;
const HALF_AN_HOUR = 30 * 60_000;

let db: MemberDb;
let owner: Owner;

beforeEach(() => {
  forgetUnstored();
  db = new MemberDb('M1', { indexedDB: new IDBFactory(), IDBKeyRange });
  localStorage.clear();
  owner = {
    token: 't',
    runInSession: (work) => work(db),
    runAlways: (work) => work(db),
    spare: spareKeysOf('M1'),
  };
});

const row = (key: string, changes: Partial<CommandRow> = {}): CommandRow => ({
  key,
  name: 'withdraw',
  method: 'POST',
  path: '/api/wallet/withdrawAll',
  body: { amount: 500 },
  createdAt: NOW,
  ...changes,
});
const readStoredCommands = () => db.commands.toArray();
const storeAndReturnKey = async (given: CommandRow, of: Owner | null = owner) =>
  (await storeKey(of, given, NOW)).key;

describe('a command', () => {
  it('a command is stored under its own key before it is sent', async () => {
    const given = row('k1');

    expect(await storeKey(owner, given, NOW)).toBe(given);
    expect(await readStoredCommands()).toEqual([given]);
  });

  it('a repeat with the same content uses the first command’s key, also after the first command’s failure was shown', async () => {
    await storeKey(owner, row('k1'), NOW);
    await applyKeyAction(owner, row('k1'), 'keepForRetry');

    expect(await storeAndReturnKey(row('k2'))).toBe('k1');
    expect(await readStoredCommands()).toEqual([row('k1')]);
  });

  it.each<[string, Partial<CommandRow>]>([
    ['name', { name: 'gift' }],
    ['method', { method: 'PUT' }],
    ['path', { path: '/api/wallet/truelink' }],
    ['body', { body: { amount: 501 } }],
  ])('a command with another %s has another key', async (_, other) => {
    await storeKey(owner, row('k1'), NOW);

    expect(await storeAndReturnKey(row('k2', other))).toBe('k2');
    expect(await readStoredCommands()).toHaveLength(2);
  });

  it('a command’s key expires after half an hour, also if the clock was turned back', async () => {
    expect(isExpired(row('k'), NOW + HALF_AN_HOUR)).toBe(false);
    expect(isExpired(row('k'), NOW + HALF_AN_HOUR + 1)).toBe(true);
    expect(isExpired(row('k'), NOW - HALF_AN_HOUR)).toBe(false);
    expect(isExpired(row('k'), NOW - HALF_AN_HOUR - 1)).toBe(true);

    await storeKey(owner, row('k1', { createdAt: NOW - HALF_AN_HOUR - 1 }), NOW);
    expect(await storeAndReturnKey(row('k2'))).toBe('k2');
    expect(await readStoredCommands()).toEqual([row('k2')]);
  });
});

describe('the key of a money command', () => {
  const emptied: [string, () => unknown][] = [
    ['the database', () => db.commands.clear()],
    ['local storage', () => localStorage.clear()],
  ];

  it.each(emptied)('the next page finds the key if the browser emptied %s', async (_, empty) => {
    await storeKey(owner, row('k1'), NOW);
    await empty();

    const open = await listUnfinishedCommands(owner, NOW);

    expect(open.map(({ key }) => key)).toEqual(['k1']);
    expect(await storeAndReturnKey(row('k2'))).toBe('k1');
    expect(await readStoredCommands()).toMatchObject([{ key: 'k1' }]);
    expect(owner.spare.rows()).toMatchObject([{ key: 'k1' }]);
  });

  it.each(emptied)(
    'the key of a command whose failure was shown is used for a retry by hand only, also if the browser emptied %s',
    async (_, empty) => {
      await storeKey(owner, row('k1'), NOW);
      await applyKeyAction(owner, row('k1'), 'keepForRetry');
      await empty();

      expect(await listUnfinishedCommands(owner, NOW)).toEqual([]);
      expect(await storeAndReturnKey(row('k2'))).toBe('k1');
    },
  );

  it('a known outcome deletes the key from both stores', async () => {
    await storeKey(owner, row('k1'), NOW);

    await applyKeyAction(owner, row('k1'), 'delete');

    expect(owner.spare.rows()).toEqual([]);
    expect(await storeAndReturnKey(row('k2'))).toBe('k2');
  });

  it('the spare key expires after half an hour too', async () => {
    await storeKey(owner, row('k1', { createdAt: NOW - HALF_AN_HOUR - 1 }), NOW);
    await db.commands.clear();

    expect(await storeAndReturnKey(row('k2'))).toBe('k2');
    await deleteExpired(owner, NOW);
    expect(owner.spare.rows().map(({ key }) => key)).toEqual(['k2']);
  });

  it('a spare key is not used for another member, and is deleted at logout', async () => {
    await storeKey(owner, row('k1'), NOW);

    expect(spareKeysOf('M2').rows()).toEqual([]);
    forgetSpareKeys('M1');
    expect(owner.spare.rows()).toEqual([]);
  });

  it('the key is found in the database if local storage has something else', async () => {
    await storeKey(owner, row('k1'), NOW);
    for (const odd of ['broken', 'null', '{}']) {
      localStorage.setItem('unsettled:M1', odd);
      expect(await storeAndReturnKey(row('k2'))).toBe('k1');
    }
  });

  it('only keys of money commands have a spare copy', async () => {
    await storeKey(owner, row('k1', { name: 'activateSlot' }), NOW);

    expect(await readStoredCommands()).toHaveLength(1);
    expect(owner.spare.rows()).toEqual([]);
  });
});

describe('a command that must not be stored', () => {
  it.each(['password', 'oldPassword', 'newPassword', 'otpCode', 'otpToken'])(
    'a command with %s is never stored',
    async (field) => {
      await storeKey(owner, row('k1', { body: { [field]: 'x' } }), NOW);

      expect(await readStoredCommands()).toEqual([]);
    },
  );

  it('a command with a secret keeps its key until its outcome is known', async () => {
    const secret = { body: { password: 'x' } };
    await storeKey(owner, row('k1', secret), NOW);

    expect(await storeAndReturnKey(row('k2', secret))).toBe('k1');
    expect(await storeAndReturnKey(row('k3', { body: { password: 'y' } }))).toBe('k3');
    await applyKeyAction(owner, row('k1', secret), 'delete');
    expect(await storeAndReturnKey(row('k4', secret))).toBe('k4');
  });

  it('a guest’s command keeps its key after the command’s failure was shown', async () => {
    await storeKey(null, row('k1'), NOW);

    await applyKeyAction(null, row('k1'), 'keepForRetry');

    expect(await storeAndReturnKey(row('k2'), null)).toBe('k1');
  });

  it('a guest’s command is deleted at the end of the session', async () => {
    await storeKey(null, row('k1'), NOW);

    forgetUnstored();

    expect(await storeAndReturnKey(row('k2'), null)).toBe('k2');
  });

  it.each([null, undefined, 'password'])(
    'a body without fields counts as without secrets (%s)',
    async (body) => {
      await storeKey(owner, row('k1', { body }), NOW);

      expect(await readStoredCommands()).toHaveLength(1);
    },
  );
});

describe('the key after the outcome of a command', () => {
  it('the key is deleted if the outcome is known, and kept if it is not', async () => {
    await storeKey(owner, row('k1'), NOW);

    await applyKeyAction(owner, row('k1'), 'keep');
    expect(await readStoredCommands()).toEqual([row('k1')]);
    await applyKeyAction(owner, row('k1'), 'delete');
    expect(await readStoredCommands()).toEqual([]);
  });

  it('applyKeyAction does not fail if the disk fails', async () => {
    const broken: Owner = { ...owner, runAlways: () => Promise.reject(new Error('the disk is gone')) };

    await expect(applyKeyAction(broken, row('k1'), 'delete')).resolves.toBeUndefined();
    await expect(applyKeyAction(broken, row('k1'), 'keepForRetry')).resolves.toBeUndefined();
  });
});

it('listUnfinishedCommands returns the newest command first, without expired commands and commands whose failure was shown', async () => {
  await db.commands.bulkPut([
    row('old', { createdAt: NOW - HALF_AN_HOUR - 1 }),
    row('first', { createdAt: NOW - 2_000 }),
    row('told', { told: true }),
    row('last', { createdAt: NOW - 1_000 }),
    row('middle', { createdAt: NOW - 1_500 }),
  ]);

  const open = await listUnfinishedCommands(owner, NOW);

  expect(open.map(({ key }) => key)).toEqual(['last', 'middle', 'first']);
  // Only the server's clock decides whether a command is too old.
  expect((await readStoredCommands()).map(({ key }) => key)).toContain('old');
  await deleteExpired(owner, NOW);
  expect((await readStoredCommands()).map(({ key }) => key)).not.toContain('old');
});

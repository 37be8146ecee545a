import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { MemberDb, type CommandRow } from '../../storage/db';
import { dropLate, forgetUnwritten, isLate, openQuestions, remember, settle, type Owner } from './keys';
import { forgetSpareKeys, spareKeysOf } from './spare';

const NOW = 1_700_000_000_000;
const HALF_AN_HOUR = 30 * 60_000;

let db: MemberDb;
let owner: Owner;

beforeEach(() => {
  forgetUnwritten();
  db = new MemberDb('M1', { indexedDB: new IDBFactory(), IDBKeyRange });
  localStorage.clear();
  owner = { token: 't', disk: (work) => work(db), kept: (work) => work(db), spare: spareKeysOf('M1') };
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
const written = () => db.commands.toArray();
const keyOf = async (given: CommandRow, of: Owner | null = owner) => (await remember(of, given, NOW)).key;

describe('a command', () => {
  it('is written down before it is sent, under its own key', async () => {
    const given = row('k1');

    expect(await remember(owner, given, NOW)).toBe(given);
    expect(await written()).toEqual([given]);
  });

  it('of the same content goes out under the first key, also after the member was told', async () => {
    await remember(owner, row('k1'), NOW);
    await settle(owner, row('k1'), 'told');

    expect(await keyOf(row('k2'))).toBe('k1');
    expect(await written()).toEqual([row('k1')]);
  });

  it.each<[string, Partial<CommandRow>]>([
    ['name', { name: 'gift' }],
    ['method', { method: 'PUT' }],
    ['path', { path: '/api/wallet/truelink' }],
    ['body', { body: { amount: 501 } }],
  ])('of another %s is another', async (_, other) => {
    await remember(owner, row('k1'), NOW);

    expect(await keyOf(row('k2', other))).toBe('k2');
    expect(await written()).toHaveLength(2);
  });

  it('is the same wish for half an hour, by a clock that may have been turned back', async () => {
    expect(isLate(row('k'), NOW + HALF_AN_HOUR)).toBe(false);
    expect(isLate(row('k'), NOW + HALF_AN_HOUR + 1)).toBe(true);
    expect(isLate(row('k'), NOW - HALF_AN_HOUR)).toBe(false);
    expect(isLate(row('k'), NOW - HALF_AN_HOUR - 1)).toBe(true);

    await remember(owner, row('k1', { createdAt: NOW - HALF_AN_HOUR - 1 }), NOW);
    expect(await keyOf(row('k2'))).toBe('k2');
    expect(await written()).toEqual([row('k2')]);
  });
});

describe('a money command’s key', () => {
  const emptied: [string, () => unknown][] = [
    ['the database', () => db.commands.clear()],
    ['local storage', () => localStorage.clear()],
  ];

  it.each(emptied)('is known to the next page where the browser emptied %s', async (_, empty) => {
    await remember(owner, row('k1'), NOW);
    await empty();

    const open = await openQuestions(owner, NOW);

    expect(open.map(({ key }) => key)).toEqual(['k1']);
    expect(await keyOf(row('k2'))).toBe('k1');
    expect(await written()).toMatchObject([{ key: 'k1' }]);
    expect(owner.spare.rows()).toMatchObject([{ key: 'k1' }]);
  });

  it.each(emptied)(
    'is asked with by hand alone where the member was told, also without %s',
    async (_, empty) => {
      await remember(owner, row('k1'), NOW);
      await settle(owner, row('k1'), 'told');
      await empty();

      expect(await openQuestions(owner, NOW)).toEqual([]);
      expect(await keyOf(row('k2'))).toBe('k1');
    },
  );

  it('is in neither of the two once its outcome is known', async () => {
    await remember(owner, row('k1'), NOW);

    await settle(owner, row('k1'), 'gone');

    expect(owner.spare.rows()).toEqual([]);
    expect(await keyOf(row('k2'))).toBe('k2');
  });

  it('is too old by the same half hour', async () => {
    await remember(owner, row('k1', { createdAt: NOW - HALF_AN_HOUR - 1 }), NOW);
    await db.commands.clear();

    expect(await keyOf(row('k2'))).toBe('k2');
    await dropLate(owner, NOW);
    expect(owner.spare.rows().map(({ key }) => key)).toEqual(['k2']);
  });

  it('is another member’s no more than theirs, and goes when they log out', async () => {
    await remember(owner, row('k1'), NOW);

    expect(spareKeysOf('M2').rows()).toEqual([]);
    forgetSpareKeys('M1');
    expect(owner.spare.rows()).toEqual([]);
  });

  it('is found in the database where local storage holds something else', async () => {
    await remember(owner, row('k1'), NOW);
    for (const odd of ['broken', 'null', '{}']) {
      localStorage.setItem('unsettled:M1', odd);
      expect(await keyOf(row('k2'))).toBe('k1');
    }
  });

  it('is kept a second time for money alone', async () => {
    await remember(owner, row('k1', { name: 'activateSlot' }), NOW);

    expect(await written()).toHaveLength(1);
    expect(owner.spare.rows()).toEqual([]);
  });
});

describe('what must not be written down', () => {
  it.each(['password', 'oldPassword', 'newPassword', 'otpCode', 'otpToken'])(
    'a command with %s is never written down',
    async (field) => {
      await remember(owner, row('k1', { body: { [field]: 'x' } }), NOW);

      expect(await written()).toEqual([]);
    },
  );

  it('keeps its key all the same, until it is settled', async () => {
    const secret = { body: { password: 'x' } };
    await remember(owner, row('k1', secret), NOW);

    expect(await keyOf(row('k2', secret))).toBe('k1');
    expect(await keyOf(row('k3', { body: { password: 'y' } }))).toBe('k3');
    await settle(owner, row('k1', secret), 'gone');
    expect(await keyOf(row('k4', secret))).toBe('k4');
  });

  it('keeps its key where the member was told that it failed', async () => {
    await remember(null, row('k1'), NOW);

    await settle(null, row('k1'), 'told');

    expect(await keyOf(row('k2'), null)).toBe('k1');
  });

  it('is forgotten with the session', async () => {
    await remember(null, row('k1'), NOW);

    forgetUnwritten();

    expect(await keyOf(row('k2'), null)).toBe('k2');
  });

  it.each([null, undefined, 'password'])('is not a body without fields (%s)', async (body) => {
    await remember(owner, row('k1', { body }), NOW);

    expect(await written()).toHaveLength(1);
  });
});

describe('once it has ended', () => {
  it('its key goes where the outcome is known, and stays where it is not', async () => {
    await remember(owner, row('k1'), NOW);

    await settle(owner, row('k1'), 'open');
    expect(await written()).toEqual([row('k1')]);
    await settle(owner, row('k1'), 'gone');
    expect(await written()).toEqual([]);
  });

  it('is told as it ended, also where the disk fails', async () => {
    const broken: Owner = { ...owner, kept: () => Promise.reject(new Error('the disk is gone')) };

    await expect(settle(broken, row('k1'), 'gone')).resolves.toBeUndefined();
    await expect(settle(broken, row('k1'), 'told')).resolves.toBeUndefined();
  });
});

it('after a reload the newest is asked for first, what was told by hand alone, what is too old not at all', async () => {
  await db.commands.bulkPut([
    row('old', { createdAt: NOW - HALF_AN_HOUR - 1 }),
    row('first', { createdAt: NOW - 2_000 }),
    row('told', { told: true }),
    row('last', { createdAt: NOW - 1_000 }),
    row('middle', { createdAt: NOW - 1_500 }),
  ]);

  const open = await openQuestions(owner, NOW);

  expect(open.map(({ key }) => key)).toEqual(['last', 'middle', 'first']);
  // Only the server's clock decides whether it is too old.
  expect((await written()).map(({ key }) => key)).toContain('old');
  await dropLate(owner, NOW);
  expect((await written()).map(({ key }) => key)).not.toContain('old');
});

import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ModelHistory } from '../../../../test/model-history';

/** Each test starts in a page in which no domain has registered anything. */
beforeEach(() => vi.resetModules());

describe('an unregistered list', () => {
  it('an unregistered list is named when it is looked up', async () => {
    const { listOf } = await import('./lists');

    expect(() => listOf('slips')).toThrow('no list "slips" is registered');
  });

  it('an unregistered list is named when a page starts', async () => {
    await import('../../domains/statement/registration');
    const { assertLists } = await import('./lists');

    expect(assertLists).toThrow('no list "slips" is registered');
  });

  it('an unregistered list fails a sync before its cursor passes the rows', async () => {
    const { MemberDb } = await import('../../storage/db');
    const { applySync, readSyncQuery } = await import('../sync/apply-sync');
    const { cursorOf } = await import('./lists');
    const server = new ModelHistory();
    server.putStatement('s1', 'PENDING');
    const db = new MemberDb('M1', { indexedDB: new IDBFactory(), IDBKeyRange });
    const syncQuery = await readSyncQuery(db);

    await expect(applySync(db, syncQuery, server.sync(''), 1)).rejects.toThrow(
      'no list "statement" is registered',
    );

    expect(await cursorOf(db)).toBe('');
  });
});

it('a page with the app’s registrations has all lists', async () => {
  await import('../../app/registrations');
  const { assertLists } = await import('./lists');

  expect(assertLists).not.toThrow();
});

import Dexie from 'dexie';
import { forceCloseDatabase } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '../../../test/eventually';
import { memoryStorage } from './memory';

type Storage = typeof import('./storage');
let storage: Storage;

/** Each test loads the module again, like a new page. */
beforeEach(async () => {
  vi.resetModules();
  storage = await import('./storage');
});

afterEach(async () => {
  vi.restoreAllMocks();
  await storage.deleteMember('M1');
  // If the page used memory storage, deleteMember deleted nothing from the disk.
  await Dexie.delete('w_M1');
});

const countRows = () => storage.withMemberDb('M1', (db) => db.home.count());
const writeRow = () =>
  storage.withMemberDb('M1', (db) => db.home.put({ key: 'wallet', value: 1, fetchedAt: 1 }));

/** Closes the database, as iOS does while a page sleeps. The app detects this at the next use. */
async function closeDatabase(): Promise<void> {
  const db = storage.openedMemberDb('M1')!;
  forceCloseDatabase(db.backendDB() as never);
  // Work that starts before the app has detected the closed database fails too, and counts as a second failure.
  await eventually(() => expect(storage.openedMemberDb('M1')).not.toBe(db));
}

describe('a phone without working storage', () => {
  beforeEach(() => {
    storage.allowMemory(async () => memoryStorage());
    vi.spyOn(console, 'warn').mockReturnValue();
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('Internal error opening backing store', 'UnknownError');
    });
  });

  it('a page without working storage continues in memory, and isInMemory returns true', async () => {
    await writeRow();

    expect(await countRows()).toBe(1);
    expect(storage.isInMemory()).toBe(true);
  });

  it('the database is opened twice before memory is used', async () => {
    await writeRow();

    expect(vi.mocked(indexedDB.open).mock.calls.length).toBeGreaterThanOrEqual(2);
  });

  it('the service worker fails without working storage, since memory is useless there', async () => {
    vi.resetModules();
    const worker = await import('./storage');

    await expect(worker.withMemberDb('M1', (db) => db.home.count())).rejects.toThrow();
  });

  it('members are separate in memory too', async () => {
    await writeRow();

    expect(await storage.withMemberDb('M2', (db) => db.home.count())).toBe(0);
  });
});

describe('a database that opens and then fails permanently', () => {
  beforeEach(() => {
    storage.allowMemory(async () => memoryStorage());
  });

  const ERRORS = [
    'UnknownError',
    'AbortError',
    'InvalidStateError',
    'NotFoundError',
    'NotReadableError',
    'TransactionInactiveError',
  ];

  /** Runs work that fails each time on the disk, but not in memory. */
  const failOnDisk = (name: string) =>
    storage.withMemberDb('M1', async (db) => {
      if (!storage.isInMemory()) throw new DOMException('', name);
      return db.home.toArray();
    });

  it.each(ERRORS)(
    'a database with %s is replaced by memory, which contains the readable rows',
    async (name) => {
      await writeRow();

      expect(await failOnDisk(name)).toMatchObject([{ key: 'wallet' }]);
      expect(storage.databaseFailure()).toBe('broken');
    },
  );

  it('if loading the memory storage failed, the next work loads it again', async () => {
    await writeRow();
    const load = vi
      .fn()
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockResolvedValue(memoryStorage());
    storage.allowMemory(load);

    await expect(failOnDisk('UnknownError')).rejects.toThrow('Failed to fetch');

    expect(await failOnDisk('UnknownError')).toMatchObject([{ key: 'wallet' }]);
  });

  it('work that needs the disk moves to memory too', async () => {
    const work = storage.withMemberDbOnDisk('M1', async () => {
      if (!storage.isInMemory()) throw new DOMException('', 'UnknownError');
      return 'done';
    });

    expect(await work).toBe('done');
  });

  it('the readable tables are copied if one table cannot be read', async () => {
    await writeRow();
    await storage.withMemberDb('M1', (db) => db.slips.put({ clientId: 'a', createdAt: '1' } as never));
    const { getAll } = IDBObjectStore.prototype;
    vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function (this: IDBObjectStore, ...args) {
      if (this.name === 'home' && !storage.isInMemory()) throw new DOMException('', 'UnknownError');
      return getAll.apply(this, args);
    });

    await failOnDisk('UnknownError');

    expect(await storage.withMemberDb('M1', (db) => db.slips.count())).toBe(1);
  });

  it('a database that the browser closes after each step is replaced by memory', async () => {
    await writeRow();
    for (let i = 0; i < 8; i++) {
      await countRows();
      await closeDatabase();
    }

    await eventually(() => expect(storage.databaseFailure()).toBe('broken'));
    expect(await countRows()).toBe(1);
  });

  it('the service worker receives the error after the second try', async () => {
    vi.resetModules();
    storage = await import('./storage');
    const work = vi.fn().mockRejectedValue(new DOMException('', 'UnknownError'));

    await expect(storage.withMemberDb('M1', work)).rejects.toThrow();
    expect(work).toHaveBeenCalledTimes(2);
  });
});

describe('a database that does not respond', () => {
  /** Advances the clock by half a minute: each waiting step times out. */
  let advanceHalfMinute: () => Promise<unknown>;

  beforeEach(async () => {
    storage.allowMemory(async () => memoryStorage());
    const { stopwatch } = await import('../kit/timeout');
    let elapsed = 0;
    stopwatch.now = () => elapsed;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    advanceHalfMinute = () => {
      elapsed += 30_000;
      return vi.advanceTimersByTimeAsync(5_000);
    };
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('a timer that fires early does not count as a missing response', async () => {
    const opening = writeRow();

    await vi.advanceTimersByTimeAsync(300_000);
    await opening;

    expect(storage.isInMemory()).toBe(false);
  });

  it('a database that does not open within half a minute is replaced by memory', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => new EventTarget() as IDBOpenDBRequest);
    const opening = writeRow();

    await eventually(() => expect(indexedDB.open).toHaveBeenCalled());
    await advanceHalfMinute();
    await opening;

    expect(storage.databaseFailure()).toBe('blocked');
    expect(indexedDB.open).toHaveBeenCalledOnce();
  });

  it('a step without a response reopens the database', async () => {
    let tries = 0;
    const work = storage.withMemberDb('M1', (db) =>
      tries++ === 0 ? new Promise<number>(() => {}) : db.home.count(),
    );

    await eventually(() => expect(tries).toBe(1));
    await advanceHalfMinute();

    expect(await work).toBe(0);
    expect(storage.isInMemory()).toBe(false);
  });
});

describe('a full disk', () => {
  beforeEach(() => {
    storage.allowMemory(async () => memoryStorage());
  });

  /** Runs a step for which the disk has no space, but memory has. */
  const writeMore = () =>
    storage.withMemberDb('M1', async (db) => {
      if (!storage.isInMemory()) throw new DOMException('', 'QuotaExceededError');
      await db.home.put({ key: 'profile', value: 2, fetchedAt: 1 });
    });

  it('a full disk is replaced by memory with all data, and screens use the new database', async () => {
    await writeRow();
    const onDisk = storage.openedMemberDb('M1');
    const onChange = vi.fn();
    const stop = storage.watchStorage(onChange);

    await Promise.all([writeMore(), writeMore()]);

    expect(await countRows()).toBe(2);
    expect(storage.isInMemory()).toBe(true);
    expect(storage.openedMemberDb('M1')).not.toBe(onDisk);
    expect(onChange).toHaveBeenCalled();
    stop();
  });

  it('after a full disk, the next page reads the rows that were stored before', async () => {
    await writeRow();
    await writeMore();
    storage.closeMemberDb('M1');

    vi.resetModules();
    storage = await import('./storage');

    expect(await countRows()).toBe(1);
  });

  it('if the disk is full, only the database that was written to moves to memory', async () => {
    await storage.withMemberDb('M2', (db) => db.home.put({ key: 'wallet', value: 1, fetchedAt: 1 }));
    storage.closeMemberDb('M2');
    await writeMore();

    storage.allowMemberDb('M2', () => true);
    expect(await storage.withMemberDb('M2', (db) => db.home.count())).toBe(1);

    await storage.deleteMember('M2');
  });

  it('a logout deletes the member’s data in memory and on the disk', async () => {
    await writeRow();
    await writeMore();

    await storage.deleteMember('M1');

    vi.resetModules();
    storage = await import('./storage');
    expect(await countRows()).toBe(0);
  });

  it('work that must be on the disk fails on a full disk', async () => {
    const work = storage.withMemberDbOnDisk('M1', async () => {
      throw new DOMException('', 'QuotaExceededError');
    });

    await expect(work).rejects.toThrow();
    expect(storage.isInMemory()).toBe(false);
  });

  it('the service worker fails on a full disk, since memory is useless there', async () => {
    vi.resetModules();
    storage = await import('./storage');

    await expect(writeMore()).rejects.toThrow();
  });
});

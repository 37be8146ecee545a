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
  // A page in memory has deleted nothing from the disk.
  await Dexie.delete('w_M1');
});

const count = () => storage.inMember('M1', (db) => db.home.count());
const write = () => storage.inMember('M1', (db) => db.home.put({ key: 'wallet', value: 1, fetchedAt: 1 }));

/** Closes the database like iOS does to a page that slept. The next use finds it closed. */
async function die(): Promise<void> {
  const db = storage.openedMember('M1')!;
  forceCloseDatabase(db.backendDB() as never);
  // A step that begins before the page has noticed would fail, and would count as the next failure.
  await eventually(() => expect(storage.openedMember('M1')).not.toBe(db));
}

describe('a phone without working storage', () => {
  beforeEach(() => {
    storage.allowMemory(async () => memoryStorage());
    vi.spyOn(console, 'warn').mockReturnValue();
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('Internal error opening backing store', 'UnknownError');
    });
  });

  it('goes on in memory, and says so', async () => {
    await write();

    expect(await count()).toBe(1);
    expect(storage.isInMemory()).toBe(true);
  });

  it('has been tried twice before', async () => {
    await write();

    expect(vi.mocked(indexedDB.open).mock.calls.length).toBeGreaterThanOrEqual(2);
  });

  it('fails where memory is of no use, in the service worker', async () => {
    vi.resetModules();
    const worker = await import('./storage');

    await expect(worker.inMember('M1', (db) => db.home.count())).rejects.toThrow();
  });

  it('keeps the members apart in memory, too', async () => {
    await write();

    expect(await storage.inMember('M2', (db) => db.home.count())).toBe(0);
  });
});

describe('a database that opens and then fails for good', () => {
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

  /** Returns a step that fails each time on the disk, but not in memory. */
  const failOnDisk = (name: string) =>
    storage.inMember('M1', async (db) => {
      if (!storage.isInMemory()) throw new DOMException('', name);
      return db.home.toArray();
    });

  it.each(ERRORS)('with %s is left for memory, with what can be read of it', async (name) => {
    await write();

    expect(await failOnDisk(name)).toMatchObject([{ key: 'wallet' }]);
    expect(storage.databaseFailure()).toBe('broken');
  });

  it('is left by the next step where memory could not be loaded for this one', async () => {
    await write();
    const load = vi
      .fn()
      .mockRejectedValueOnce(new TypeError('Failed to fetch'))
      .mockResolvedValue(memoryStorage());
    storage.allowMemory(load);

    await expect(failOnDisk('UnknownError')).rejects.toThrow('Failed to fetch');

    expect(await failOnDisk('UnknownError')).toMatchObject([{ key: 'wallet' }]);
  });

  it('is left also by what asks for the disk', async () => {
    const step = storage.inMemberOnDisk('M1', async () => {
      if (!storage.isInMemory()) throw new DOMException('', 'UnknownError');
      return 'done';
    });

    expect(await step).toBe('done');
  });

  it('keeps what can be read of the other tables, where one cannot', async () => {
    await write();
    await storage.inMember('M1', (db) => db.slips.put({ clientId: 'a', createdAt: '1' } as never));
    const { getAll } = IDBObjectStore.prototype;
    vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(function (
      this: IDBObjectStore,
      ...asked
    ) {
      if (this.name === 'home' && !storage.isInMemory()) throw new DOMException('', 'UnknownError');
      return getAll.apply(this, asked);
    });

    await failOnDisk('UnknownError');

    expect(await storage.inMember('M1', (db) => db.slips.count())).toBe(1);
  });

  it('is left also where each step works and the browser closes it after each', async () => {
    await write();
    for (let i = 0; i < 8; i++) {
      await count();
      await die();
    }

    await eventually(() => expect(storage.databaseFailure()).toBe('broken'));
    expect(await count()).toBe(1);
  });

  it('is told of in the service worker by its error, after the second try', async () => {
    vi.resetModules();
    storage = await import('./storage');
    const step = vi.fn().mockRejectedValue(new DOMException('', 'UnknownError'));

    await expect(storage.inMember('M1', step)).rejects.toThrow();
    expect(step).toHaveBeenCalledTimes(2);
  });
});

describe('a database that does not answer', () => {
  /** Half a minute passes for each step that waits. */
  let end: () => Promise<unknown>;

  beforeEach(async () => {
    storage.allowMemory(async () => memoryStorage());
    const { stopwatch } = await import('../kit/timeout');
    let passed = 0;
    stopwatch.now = () => passed;
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    end = () => {
      passed += 30_000;
      return vi.advanceTimersByTimeAsync(5_000);
    };
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is waited for as long as timers alone say that it is late', async () => {
    const opening = write();

    await vi.advanceTimersByTimeAsync(300_000);
    await opening;

    expect(storage.isInMemory()).toBe(false);
  });

  it('when it is to be opened is left for memory after half a minute', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => new EventTarget() as IDBOpenDBRequest);
    const opening = write();

    await eventually(() => expect(indexedDB.open).toHaveBeenCalled());
    await end();
    await opening;

    expect(storage.databaseFailure()).toBe('blocked');
    expect(indexedDB.open).toHaveBeenCalledOnce();
  });

  it('in the middle of a step is opened again', async () => {
    let tries = 0;
    const step = storage.inMember('M1', (db) =>
      tries++ === 0 ? new Promise<number>(() => {}) : db.home.count(),
    );

    await eventually(() => expect(tries).toBe(1));
    await end();

    expect(await step).toBe(0);
    expect(storage.isInMemory()).toBe(false);
  });
});

describe('a disk that takes nothing more', () => {
  beforeEach(() => {
    storage.allowMemory(async () => memoryStorage());
  });

  /** Runs a step for which the disk has no space, but memory has. */
  const writeMore = () =>
    storage.inMember('M1', async (db) => {
      if (!storage.isInMemory()) throw new DOMException('', 'QuotaExceededError');
      await db.home.put({ key: 'profile', value: 2, fetchedAt: 1 });
    });

  it('is left for memory with all that it holds, and the screens take the new one', async () => {
    await write();
    const onDisk = storage.openedMember('M1');
    const told = vi.fn();
    const stop = storage.watchStorage(told);

    await Promise.all([writeMore(), writeMore()]);

    expect(await count()).toBe(2);
    expect(storage.isInMemory()).toBe(true);
    expect(storage.openedMember('M1')).not.toBe(onDisk);
    expect(told).toHaveBeenCalled();
    stop();
  });

  it('is as it was for the page after this one', async () => {
    await write();
    await writeMore();
    storage.releaseMember('M1');

    vi.resetModules();
    storage = await import('./storage');

    expect(await count()).toBe(1);
  });

  it('is left by nobody else', async () => {
    await storage.inMember('M2', (db) => db.home.put({ key: 'wallet', value: 1, fetchedAt: 1 }));
    storage.releaseMember('M2');
    await writeMore();

    storage.admitMember('M2', () => true);
    expect(await storage.inMember('M2', (db) => db.home.count())).toBe(1);

    await storage.deleteMember('M2');
  });

  it('takes the member’s data with it when they leave, on the disk as well', async () => {
    await write();
    await writeMore();

    await storage.deleteMember('M1');

    vi.resetModules();
    storage = await import('./storage');
    expect(await count()).toBe(0);
  });

  it('is not left for what must not go with the page', async () => {
    const write = storage.inMemberOnDisk('M1', async () => {
      throw new DOMException('', 'QuotaExceededError');
    });

    await expect(write).rejects.toThrow();
    expect(storage.isInMemory()).toBe(false);
  });

  it('is not left where memory is of no use, in the service worker', async () => {
    vi.resetModules();
    storage = await import('./storage');

    await expect(writeMore()).rejects.toThrow();
  });
});

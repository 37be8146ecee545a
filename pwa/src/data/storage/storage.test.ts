import Dexie from 'dexie';
import { forceCloseDatabase } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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
  // A page whose database is in memory deletes nothing from the disk.
  await Dexie.delete('w_M1');
});

const countRows = () => storage.withMemberDb('M1', (db) => db.home.count());
const writeRow = () =>
  storage.withMemberDb('M1', (db) => db.home.put({ key: 'wallet', value: 1, fetchedAt: 1 }));

/** Closes the database like iOS does while a page is suspended. The next use finds it closed. */
async function closeDatabase(): Promise<void> {
  const db = storage.openedMemberDb('M1')?.backendDB();
  if (db) forceCloseDatabase(db as never);
  await new Promise((resolve) => setTimeout(resolve));
}

/** Makes the second opening from now on wait until it is released. */
function holdSecondOpening(): { release: () => void } {
  let release!: () => void;
  const gate = new Promise<void>((resolve) => (release = resolve));
  const open = Dexie.prototype.open;
  let openings = 0;
  vi.spyOn(Dexie.prototype, 'open').mockImplementation(function (this: Dexie) {
    const opening = ++openings === 2 ? gate.then(() => open.call(this)) : open.call(this);
    return opening as ReturnType<typeof open>;
  });
  return { release };
}

describe('a closed database', () => {
  it('a closed database is opened again with all its data', async () => {
    await writeRow();

    await closeDatabase();

    expect(await countRows()).toBe(1);
    expect(storage.isInMemory()).toBe(false);
  });

  it('a step in a database that closes is completed in the reopened database', async () => {
    let tries = 0;
    const step = storage.withMemberDb('M1', async (db) => {
      if (tries++ === 0) throw new Dexie.DatabaseClosedError('gone');
      return db.home.count();
    });

    expect(await step).toBe(0);
    expect(tries).toBe(2);
  });

  it('screens are notified of a reopened database, and use it', async () => {
    await writeRow();
    const before = storage.openedMemberDb('M1');
    const onChange = vi.fn();
    const stop = storage.watchStorage(onChange);

    await closeDatabase();
    await countRows();
    stop();

    expect(onChange).toHaveBeenCalled();
    expect(storage.openedMemberDb('M1')).not.toBe(before);
  });

  it('a permanently failing database is replaced by memory, also for a step that was opening it', async () => {
    await writeRow();
    const disk = holdSecondOpening();
    let late: Promise<number> | undefined;
    storage.allowMemory(async () => {
      late = countRows();
      return memoryStorage();
    });
    let tries = 0;
    const read = await storage.withMemberDb('M1', async (db) => {
      if (tries++ < 2) throw new DOMException('', 'UnknownError');
      return db.home.count();
    });
    const inUse = storage.openedMemberDb('M1');

    disk.release();

    expect(await late).toBe(1);
    expect(read).toBe(1);
    expect(storage.openedMemberDb('M1')).toBe(inUse);
  });

  it('an error that is no storage failure reaches the caller without a retry', async () => {
    const step = vi.fn().mockRejectedValue(new Error('a bug'));

    await expect(storage.withMemberDb('M1', step)).rejects.toThrow('a bug');
    expect(step).toHaveBeenCalledOnce();
  });
});

describe('a member who left', () => {
  it('a running step does not restore the data of a member who left', async () => {
    const opening = countRows();

    storage.closeMemberDb('M1');

    await expect(opening).rejects.toThrow('left this device');
    await expect(countRows()).rejects.toThrow('left this device');
  });

  it('the loss of a member’s database is reported once, however often it is used', async () => {
    await countRows();
    const onChange = vi.fn();
    const stop = storage.watchStorage(() => {
      onChange();
      void countRows().catch(() => {});
    });

    storage.closeMemberDb('M1');
    for (let i = 0; i < 20; i++) await new Promise((resolve) => setTimeout(resolve));
    stop();

    expect(onChange.mock.calls.length).toBeLessThanOrEqual(2);
  });

  it('a member who left returns with a login', async () => {
    storage.closeMemberDb('M1');

    storage.allowMemberDb('M1', () => true);

    expect(await countRows()).toBe(0);
  });
});

describe('a version with more fields per statement line', () => {
  it('an upgrade keeps the stored data, and requests all lines again', async () => {
    const before = new Dexie('w_M1');
    before.version(4).stores({ statement: '_id, createdAt', cursors: 'scope' });
    await before
      .table('statement')
      .put({ _id: 's1', createdAt: '2026-11-21T06:48:00Z', from: 'KTB xxx4821' });
    await before.table('cursors').put({ scope: 'sync', cursor: '1.7', complete: true, fetchedAt: 1 });
    before.close();

    const [line, cursor] = await storage.withMemberDb('M1', (db) =>
      Promise.all([db.statement.get('s1'), db.cursors.get('sync')]),
    );

    expect(line?.from).toBe('KTB xxx4821');
    expect(cursor).toMatchObject({ cursor: '', complete: true });
  });
});

describe('a page in the back/forward cache', () => {
  it('a page in the back/forward cache leaves no open transaction', async () => {
    await writeRow();
    let hasBegun = () => {};
    const begun = new Promise<void>((resolve) => (hasBegun = resolve));
    let tries = 0;
    const transaction = storage.withMemberDb('M1', (db) =>
      db.transaction('rw', db.home, async () => {
        if (tries++ > 0) return;
        await db.home.put({ key: 'wallet', value: 2, fetchedAt: 2 });
        hasBegun();
        for (;;) await db.home.count();
      }),
    );
    await begun;

    dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true }));

    // If the page comes back, the step runs once more.
    await transaction;
    expect(tries).toBe(2);
    const next = await storage.withMemberDb('M1', (db) => db.home.get('wallet'));
    expect(next?.value).toBe(1);
  });
});

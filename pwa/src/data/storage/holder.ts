/**
 * Opening, losing and replacing the device's databases. A page never ends with its database:
 *
 *   what fails                                        what the page does
 *   ------------------------------------------------  ------------------------------------------------
 *   opening, once (an error)                          opens again
 *   opening, twice, or no answer for half a minute    goes on in memory: `blocked`; all databases do
 *   a step, once (closed, unreadable, no answer)      opens again, and does the step once more
 *   a step, twice                                     goes on in memory with all that can be read: `broken`
 *   the connection, eight times in a minute           the same
 *   a step, for want of room                          the same: `full`; or the error, where the caller asks for the disk
 *   a step, by a mistake of ours                      nothing: the caller's error
 *
 * Memory is entered once for each database and never left before the page is. What waits to be sent stays on the
 * disk as well, under the same ids: the server takes each of them once. The service worker has no page to notify and
 * just fails: it is called again.
 */
import Dexie from 'dexie';
import { Signal } from '../kit/store';
import { TimeoutError, withTimeout } from '../kit/timeout';
import type { StorageFailure } from '../kit/web-storage';
import type { StorageOptions } from './db';
import { isDead, isFull, type Closings } from './failures';
import type { Memory } from './memory';

/** Why a page lives in memory: the disk was broken under it, else as for any store. */
export type DatabaseFailure = StorageFailure | 'broken';

/** One database, and how this page has it. */
export interface Holder<T extends Dexie> {
  make(options?: StorageOptions): T;
  closings: Closings;
  opening?: Promise<T>;
  opened?: T;
  /** Its disk is full or broken: what can be read of it is on its way to memory. */
  leaving?: Promise<void>;
  /** It is there. */
  isInMemory?: boolean;
}

const changed = new Signal();
let loadMemory: (() => Promise<Memory>) | null = null;
let memory: Promise<Memory> | null = null;
/** No database can be opened: from now on all are in memory. */
let isDiskDead = false;
/** Why this page lives in memory; null while it does not. */
let memoryReason: DatabaseFailure | null = null;

/** Lets this context go on in memory when the storage is dead. Pages do; the worker does not. */
export function allowMemory(load: () => Promise<Memory>): void {
  loadMemory = load;
}

/** Told whenever a database was opened, died or was replaced. Returns how to stop. */
export const watchStorage = changed.watch;

/** True once this page lives in memory: what is queued now is lost with the page. */
export function isInMemory(): boolean {
  return memoryReason !== null;
}

/** Why this page lives in memory; null while it does not. */
export function databaseFailure(): DatabaseFailure | null {
  return memoryReason;
}

/** How to open databases in memory; null while this page has none there. */
export function memoryInUse(): Promise<StorageOptions> | null {
  return memoryReason && memory && memory.then(({ options }) => options);
}

/** True once no database of the disk can be opened. */
export function isDiskLost(): boolean {
  return isDiskDead;
}

/** As `run`; on one in memory if the disk is full. */
export async function runUnlessFull<T extends Dexie, R>(
  holder: Holder<T>,
  guard: (holder: Holder<T>) => void,
  work: (db: T) => Promise<R>,
): Promise<R> {
  try {
    return await run(holder, guard, work);
  } catch (error) {
    if (!isFull(error) || !loadMemory) throw error;
    await leaveDisk(holder, 'full', loadMemory);
    return run(holder, guard, work);
  }
}

/** Runs `work` once `guard` lets it; once more on a reopened database, or on one in memory, if it died meanwhile. */
export async function run<T extends Dexie, R>(
  holder: Holder<T>,
  guard: (holder: Holder<T>) => void,
  work: (db: T) => Promise<R>,
): Promise<R> {
  try {
    return await attempt(holder, guard, work);
  } catch (error) {
    if (!isDead(error)) throw error;
  }
  try {
    return await attempt(holder, guard, work);
  } catch (error) {
    if (!isDead(error) || !loadMemory || isDiskDead) throw error;
    guard(holder);
    await leaveDisk(holder, 'broken', loadMemory);
    return attempt(holder, guard, work);
  }
}

/** One step. A database that is dead is lost with it: the next step opens it again. */
async function attempt<T extends Dexie, R>(
  holder: Holder<T>,
  guard: (holder: Holder<T>) => void,
  work: (db: T) => Promise<R>,
): Promise<R> {
  guard(holder);
  const db = await open(holder);
  guard(holder);
  try {
    return await withTimeout(work(db));
  } catch (error) {
    if (isDead(error)) {
      guard(holder);
      if (holder.opened === db) lose(holder);
    }
    throw error;
  }
}

/**
 * From now on this page has the database in memory, with all that can be read of the disk, also what waits to
 * be sent. The next page finds the disk as it was left.
 */
function leaveDisk<T extends Dexie>(
  holder: Holder<T>,
  reason: DatabaseFailure,
  load: () => Promise<Memory>,
): Promise<void> {
  holder.leaving ??= moveToMemory(holder, reason, load).catch((error) => {
    holder.leaving = undefined;
    throw error;
  });
  return holder.leaving;
}

/** Without a network it may not load; the next step tries again. */
function loadOnce(load: () => Promise<Memory>): Promise<Memory> {
  memory ??= load().catch((error) => {
    memory = null;
    throw error;
  });
  return memory;
}

async function moveToMemory<T extends Dexie>(
  holder: Holder<T>,
  reason: DatabaseFailure,
  load: () => Promise<Memory>,
): Promise<void> {
  const { options, copy } = await loadOnce(load);
  const target = await openOnce(holder, options);
  await withTimeout(copyDisk()).catch(() => {});
  target.close();
  holder.isInMemory = true;
  memoryReason = reason;
  lose(holder);
  changed.tell();

  async function copyDisk(): Promise<void> {
    if (holder.opened) return copy(holder.opened, target);
    const disk = await openOnce(holder);
    await copy(disk, target).finally(() => disk.close());
  }
}

function open<T extends Dexie>(holder: Holder<T>): Promise<T> {
  if (holder.opening) return holder.opening;
  const opening: Promise<T> = openOrReplace(holder, () => holder.opening === opening).catch((error) => {
    if (holder.opening === opening) holder.opening = undefined;
    throw error;
  });
  holder.opening = opening;
  return opening;
}

async function openOrReplace<T extends Dexie>(holder: Holder<T>, isWanted: () => boolean): Promise<T> {
  let db: T;
  if (memory && (isDiskDead || holder.isInMemory)) {
    db = await openOnce(holder, (await memory).options);
  } else {
    db = await openOnce(holder)
      .catch((error) => (error instanceof TimeoutError ? Promise.reject(error) : openOnce(holder)))
      .catch((error) => openInMemory(holder, error));
  }
  // While it opened, the page left this disk: a late database must not take the place of the one in use.
  if (!isWanted()) {
    db.close();
    return open(holder);
  }
  db.on('close', () => holder.opened === db && handleClose(holder));
  holder.opened = db;
  changed.tell();
  return db;
}

/** The browser closed it. The next step opens it again, unless that goes on and on. */
function handleClose<T extends Dexie>(holder: Holder<T>): void {
  lose(holder);
  if (holder.closings.note() && loadMemory) void leaveDisk(holder, 'broken', loadMemory).catch(() => {});
}

async function openOnce<T extends Dexie>(holder: Holder<T>, options?: StorageOptions): Promise<T> {
  const db = holder.make(options);
  try {
    await withTimeout(db.open());
  } catch (error) {
    db.close();
    throw error;
  }
  return db;
}

async function openInMemory<T extends Dexie>(holder: Holder<T>, error: unknown): Promise<T> {
  if (!loadMemory) throw error;
  const { options } = await loadOnce(loadMemory);
  // Dexie runs no live query where the browser has no IndexedDB at all, whatever a database itself is given.
  Dexie.dependencies.indexedDB ??= options.indexedDB!;
  const db = await openOnce(holder, options);
  isDiskDead = true;
  memoryReason = isFull(error) ? 'full' : 'blocked';
  return db;
}

export function lose<T extends Dexie>(holder: Holder<T>): void {
  const { opened, opening } = holder;
  // Of what is lost already nobody is told once more: whoever is told may ask for it again.
  if (!opened && !opening) return;
  holder.opened = undefined;
  holder.opening = undefined;
  // Closing reports itself, and finds nothing left to lose.
  opened?.close();
  changed.tell();
}

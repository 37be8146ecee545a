/**
 * Opening, losing and replacing the device's databases. A page continues when its database fails:
 *
 *   what fails                                        what the page does
 *   ------------------------------------------------  ------------------------------------------------
 *   opening, once (an error)                          opens again
 *   opening, twice, or no response for half a minute  in memory: `blocked` (or `full`); so do all databases
 *   a step, once (closed, unreadable, no response)    opens again, and repeats the step once
 *   a step, twice                                     continues in memory with all that can be read: `broken`
 *   the connection, eight times in a minute           the same
 *   a step, for lack of space                         the same: `full`; an error if the caller needs disk
 *   a step, by a bug of ours                          nothing: the caller gets the error
 *
 * Each database moves to memory at most once, and stays there until the page closes. Queued items
 * stay on the disk as well, under the same ids: the server accepts each id once. The service worker has no
 * page to notify, so it just fails: the browser calls it again.
 */
import Dexie from 'dexie';
import { Signal } from '../kit/store';
import { TimeoutError, withTimeout } from '../kit/timeout';
import type { StorageFailure } from '../kit/web-storage';
import type { StorageOptions } from './db';
import { isDead, isFull, type Closings } from './failures';
import type { Memory } from './memory';

/**
 * Why a page uses memory: `broken` if the disk failed during use, otherwise the reason as for other storage.
 */
export type DatabaseFailure = StorageFailure | 'broken';

/** One database, and its state in this page. */
export interface Holder<T extends Dexie> {
  make(options?: StorageOptions): T;
  closings: Closings;
  opening?: Promise<T>;
  opened?: T;
  /** Set while the readable data is copied to memory, because the disk is full or broken. */
  leaving?: Promise<void>;
  /** The database is in memory. */
  isInMemory?: boolean;
}

const changed = new Signal();
let loadMemory: (() => Promise<Memory>) | null = null;
let memory: Promise<Memory> | null = null;
/** No database can be opened: all new ones are in memory. */
let isDiskDead = false;
/** Why this page uses memory; null if it does not. */
let memoryReason: DatabaseFailure | null = null;

/**
 * allowMemory lets this page continue in memory if the storage is dead. The service worker does not call it.
 */
export function allowMemory(load: () => Promise<Memory>): void {
  loadMemory = load;
}

/** watchStorage notifies when a database was opened, lost or replaced. Returns the unsubscribe function. */
export const watchStorage = changed.watch;

/** isInMemory returns true once this page uses memory. Items queued from then on are lost with the page. */
export function isInMemory(): boolean {
  return memoryReason !== null;
}

/** databaseFailure returns why this page uses memory; null if it does not. */
export function databaseFailure(): DatabaseFailure | null {
  return memoryReason;
}

/** memoryInUse returns the options to open databases in memory; null while this page has none there. */
export function memoryInUse(): Promise<StorageOptions> | null {
  return memoryReason && memory && memory.then(({ options }) => options);
}

/** isDiskLost returns true once no database on the disk can be opened. */
export function isDiskLost(): boolean {
  return isDiskDead;
}

/** runUnlessFull is `run`; if the disk is full, it continues in memory. */
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

/**
 * run calls `work` on the database, unless `guard` throws. If the database fails meanwhile, `work` is
 * repeated: once on a reopened database, then on one in memory.
 */
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

/** Runs one step. A dead database is closed and dropped: the next step opens it again. */
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
      if (holder.opened === db) dropDatabase(holder);
    }
    throw error;
  }
}

/**
 * Moves the database to memory for this page, with all data that can be read, including queued items. The
 * next page finds the disk unchanged.
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

/** Loading may fail without a network; the next step tries again. */
function loadMemoryOnce(load: () => Promise<Memory>): Promise<Memory> {
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
  const { options, copy } = await loadMemoryOnce(load);
  const target = await openOnce(holder, options);
  await withTimeout(copyDisk()).catch(() => {});
  target.close();
  holder.isInMemory = true;
  memoryReason = reason;
  dropDatabase(holder);
  changed.emit();

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
  // The page moved to memory while this database opened. It must not replace the one in use.
  if (!isWanted()) {
    db.close();
    return open(holder);
  }
  db.on('close', () => holder.opened === db && handleClose(holder));
  holder.opened = db;
  changed.emit();
  return db;
}

/**
 * Handles a database that the browser has closed. The next step opens it again, unless this happens too
 * often.
 */
function handleClose<T extends Dexie>(holder: Holder<T>): void {
  dropDatabase(holder);
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
  const { options } = await loadMemoryOnce(loadMemory);
  // Without any IndexedDB in the browser, Dexie runs no live query, even if a database has its own.
  Dexie.dependencies.indexedDB ??= options.indexedDB!;
  const db = await openOnce(holder, options);
  isDiskDead = true;
  memoryReason = isFull(error) ? 'full' : 'blocked';
  return db;
}

export function dropDatabase<T extends Dexie>(holder: Holder<T>): void {
  const { opened, opening } = holder;
  // Two notifications of one loss are avoided, because a watcher may already use the database again.
  if (!opened && !opening) return;
  holder.opened = undefined;
  holder.opening = undefined;
  // Closing calls this function again. That call finds nothing to close.
  opened?.close();
  changed.emit();
}

/**
 * Opening, losing and replacing the device's databases. A local database can die under us (a
 * full disk, iOS closing IndexedDB behind a sleeping page): it is opened once more, and after
 * that the page goes on in memory, from the network, with a notice. A disk that can be read and takes
 * nothing more is left for memory with all that is on it. The service worker has no page to notify
 * and just fails: it is called again.
 */
import Dexie from 'dexie';
import { Signal } from '../kit/store';
import type { StorageFailure } from '../kit/web-storage';
import { DeviceDb, MemberDb, type QueueDb, type StorageOptions } from './db';

/** Runs work on the database that a caller's queue and conversation lie in. */
export type QueueStore = <T>(work: (db: QueueDb) => Promise<T>) => Promise<T>;

interface Holder<T extends Dexie> {
  make(options?: StorageOptions): T;
  opening?: Promise<T>;
  opened?: T;
  /** Its disk is full: what lay there is in memory, or on its way. */
  left?: Promise<void>;
}

const DEAD = new Set([
  'DatabaseClosedError',
  'OpenFailedError',
  'MissingAPIError',
  'InvalidStateError',
  'UnknownError',
]);

const device: Holder<DeviceDb> = { make: (options) => new DeviceDb(options) };
const members = new Map<string, Holder<MemberDb>>();
/** Members who left the device: a late answer must not bring their database back. */
const departed = new Set<string>();
/** Of those who signed in here: whether they still are. */
const admitted = new Map<string, () => boolean>();
const changed = new Signal();
let loadMemory: (() => Promise<StorageOptions>) | null = null;
let memory: Promise<StorageOptions> | null = null;
/** No database can be opened: from now on all are in memory. */
let isDiskDead = false;
/** Why this page lives in memory; null while it does not. */
let memoryReason: StorageFailure | null = null;

/** Lets this context go on in memory when the storage is dead. Pages do; the worker does not. */
export function allowMemory(load: () => Promise<StorageOptions>): void {
  loadMemory = load;
}

/**
 * Runs `work` on the member's database; once more on a reopened one if it died meanwhile, or on one in
 * memory if the disk is full. Fails once their session has ended: an answer that comes late must not
 * put back what went with it.
 */
export async function inMember<T>(memberId: string, work: (db: MemberDb) => Promise<T>): Promise<T> {
  return runUnlessFull(holderOf(memberId), guardOf(memberId), work);
}

/** The same for what must not go with the page: it leaves no disk for memory, a full one is an error (`isFull`). */
export async function inMemberOnDisk<T>(memberId: string, work: (db: MemberDb) => Promise<T>): Promise<T> {
  return run(holderOf(memberId), guardOf(memberId), work);
}

/** As `inMember` for what outlives the session: the queue, and commands without an answer. */
export async function inKept<T>(memberId: string, work: (db: MemberDb) => Promise<T>): Promise<T> {
  return runUnlessFull(holderOf(memberId), (holder) => assertPresent(memberId, holder), work);
}

export async function inDevice<T>(work: (db: DeviceDb) => Promise<T>): Promise<T> {
  return runUnlessFull(device, () => {}, work);
}

/** As `inMemberOnDisk`, for a guest. */
export async function inDeviceOnDisk<T>(work: (db: DeviceDb) => Promise<T>): Promise<T> {
  return run(device, () => {}, work);
}

function guardOf(memberId: string): (holder: Holder<MemberDb>) => void {
  return (holder) => {
    assertPresent(memberId, holder);
    if (admitted.get(memberId)?.() === false) throw new Dexie.DatabaseClosedError('the session has ended');
  };
}

/** The open database, for live queries; null until `inMember` or `openMember` opened it. */
export function openedMember(memberId: string): MemberDb | null {
  return members.get(memberId)?.opened ?? null;
}

export function openedDevice(): DeviceDb | null {
  return device.opened ?? null;
}

/** Told whenever a database was opened, died or was replaced. Returns how to stop. */
export const watchStorage = changed.watch;

/** True once this page lives in memory: what is queued now is lost with the page. */
export function isInMemory(): boolean {
  return memoryReason !== null;
}

/** Why this page lives in memory; null while it does not. */
export function databaseFailure(): StorageFailure | null {
  return memoryReason;
}

/** The member signs in on this device; `isHere` tells later whether they still are. */
export function admitMember(memberId: string, isHere: () => boolean): void {
  departed.delete(memberId);
  admitted.set(memberId, isHere);
}

/** Closes the member's database here and keeps it closed until they sign in again. */
export function releaseMember(memberId: string): void {
  departed.add(memberId);
  const holder = members.get(memberId);
  members.delete(memberId);
  if (holder) lose(holder);
}

/** Deletes everything of the member on this device. Waits for other tabs to let go. */
export async function deleteMember(memberId: string): Promise<void> {
  releaseMember(memberId);
  if (memoryReason && memory) await deleteIn(await memory);
  if (!isDiskDead) await deleteIn({});

  async function deleteIn(options: StorageOptions): Promise<void> {
    const db = new MemberDb(memberId, options);
    // Whoever is in the middle of a transaction closes after it, and only then is it deleted: nothing to warn of.
    db.on('blocked', () => false);
    await db.delete();
  }
}

export function isDead(error: unknown): boolean {
  return error instanceof Error && DEAD.has(error.name);
}

export function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const inner = (error as { inner?: Error }).inner;
  return error.name === 'QuotaExceededError' || inner?.name === 'QuotaExceededError';
}

function holderOf(memberId: string): Holder<MemberDb> {
  let holder = members.get(memberId);
  if (!holder) {
    holder = { make: (options) => new MemberDb(memberId, options) };
    members.set(memberId, holder);
  }
  return holder;
}

function assertPresent(memberId: string, holder: Holder<MemberDb>): void {
  if (!departed.has(memberId)) return;
  lose(holder);
  members.delete(memberId);
  throw new Dexie.DatabaseClosedError('the member left this device');
}

async function runUnlessFull<T extends Dexie, R>(
  holder: Holder<T>,
  guard: (holder: Holder<T>) => void,
  work: (db: T) => Promise<R>,
): Promise<R> {
  try {
    return await run(holder, guard, work);
  } catch (error) {
    if (!isFull(error) || !loadMemory) throw error;
    holder.left ??= leaveFull(holder, loadMemory);
    await holder.left;
    return run(holder, guard, work);
  }
}

/**
 * From now on this page has the database in memory, with all that is on the disk, also what waits to
 * be sent. The next page finds the disk as it was left; ids and keys are the same there, and the
 * server takes each of them once.
 */
async function leaveFull<T extends Dexie>(
  holder: Holder<T>,
  load: () => Promise<StorageOptions>,
): Promise<void> {
  memory ??= load();
  const disk = await open(holder);
  const copy = await openOnce(holder, await memory);
  await copyAll(disk, copy);
  copy.close();
  memoryReason = 'full';
  lose(holder);
}

async function copyAll(from: Dexie, to: Dexie): Promise<void> {
  const found = await from.transaction('r', from.tables, () =>
    Promise.all(from.tables.map(async (table) => [table.name, await table.toArray()] as const)),
  );
  await to.transaction('rw', to.tables, async () => {
    for (const [name, rows] of found) await to.table(name).bulkPut(rows);
  });
}

async function run<T extends Dexie, R>(
  holder: Holder<T>,
  guard: (holder: Holder<T>) => void,
  work: (db: T) => Promise<R>,
): Promise<R> {
  guard(holder);
  const db = await open(holder);
  guard(holder);
  try {
    return await work(db);
  } catch (error) {
    if (!isDead(error)) throw error;
    guard(holder);
    if (holder.opened === db) lose(holder);
    return work(await open(holder));
  }
}

function open<T extends Dexie>(holder: Holder<T>): Promise<T> {
  holder.opening ??= openOrReplace(holder).catch((error) => {
    holder.opening = undefined;
    throw error;
  });
  return holder.opening;
}

async function openOrReplace<T extends Dexie>(holder: Holder<T>): Promise<T> {
  let db: T;
  if (memory && (isDiskDead || (memoryReason && holder.left))) {
    db = await openOnce(holder, await memory);
  } else {
    db = await openOnce(holder)
      .catch(() => openOnce(holder))
      .catch((error) => openInMemory(holder, error));
  }
  db.on('close', () => holder.opened === db && lose(holder));
  holder.opened = db;
  changed.tell();
  return db;
}

async function openOnce<T extends Dexie>(holder: Holder<T>, options?: StorageOptions): Promise<T> {
  const db = holder.make(options);
  try {
    await db.open();
  } catch (error) {
    db.close();
    throw error;
  }
  return db;
}

async function openInMemory<T extends Dexie>(holder: Holder<T>, error: unknown): Promise<T> {
  if (!loadMemory) throw error;
  memory ??= loadMemory();
  const options = await memory;
  // Dexie runs no live query where the browser has no IndexedDB at all, whatever a database itself is given.
  Dexie.dependencies.indexedDB ??= options.indexedDB!;
  const db = await openOnce(holder, options);
  isDiskDead = true;
  memoryReason = isFull(error) ? 'full' : 'blocked';
  return db;
}

function lose<T extends Dexie>(holder: Holder<T>): void {
  const { opened } = holder;
  holder.opened = undefined;
  holder.opening = undefined;
  // Closing reports itself, and finds nothing left to lose.
  opened?.close();
  changed.tell();
}

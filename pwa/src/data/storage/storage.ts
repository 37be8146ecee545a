/** The device's databases: the phone's own, and one of each member who signs in here. */
import Dexie from 'dexie';
import { withTimeout } from '../kit/timeout';
import { DeviceDb, MemberDb, type QueueDb, type StorageOptions } from './db';
import { Closings } from './failures';
import { isDiskLost, lose, memoryInUse, run, runUnlessFull, type Holder } from './holder';

export { allowMemory, databaseFailure, isInMemory, watchStorage, type DatabaseFailure } from './holder';

/** Runs work on the database that a caller's queue and conversation lie in. */
export type QueueStore = <T>(work: (db: QueueDb) => Promise<T>) => Promise<T>;

const device: Holder<DeviceDb> = { make: (options) => new DeviceDb(options), closings: new Closings() };
const members = new Map<string, Holder<MemberDb>>();
/** Members who left the device: a late answer must not bring their database back. */
const departed = new Set<string>();
/** Of those who signed in here: whether they still are. */
const admitted = new Map<string, () => boolean>();

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

/**
 * Does again what failed in `db`, as any step: on the same database, on a reopened one, or in memory. Nothing happens
 * where another one has taken its place. Returns whether `db` is still the one in use; `watchStorage` tells of the next.
 */
export async function retryStep(db: Dexie, work: (db: never) => Promise<unknown>): Promise<boolean> {
  const holders: Holder<Dexie>[] = [device, ...members.values()];
  const holder = holders.find(({ opened }) => opened === db);
  if (holder) await run(holder, () => {}, work as (db: Dexie) => Promise<unknown>);
  return holder?.opened === db;
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
  const inMemory = memoryInUse();
  if (inMemory) await deleteIn(await inMemory);
  if (!isDiskLost()) await deleteIn({});

  async function deleteIn(options: StorageOptions): Promise<void> {
    const db = new MemberDb(memberId, options);
    // Whoever is in the middle of a transaction closes after it, and only then is it deleted: nothing to warn of.
    db.on('blocked', () => false);
    await withTimeout(db.delete());
  }
}

function holderOf(memberId: string): Holder<MemberDb> {
  let holder = members.get(memberId);
  if (!holder) {
    holder = { make: (options) => new MemberDb(memberId, options), closings: new Closings() };
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

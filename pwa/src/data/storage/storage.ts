/** The device's databases: one for the device, and one for each member who logs in here. */
import Dexie from 'dexie';
import { withTimeout } from '../kit/timeout';
import { DeviceDb, MemberDb, type QueueDb, type StorageOptions } from './db';
import { Closings } from './failures';
import { isDiskLost, dropDatabase, memoryInUse, run, runUnlessFull, type Holder } from './holder';

export { allowMemory, databaseFailure, isInMemory, watchStorage, type DatabaseFailure } from './holder';

/** Runs work on the database with a caller's queue and conversation. */
export type WithQueueDb = <T>(work: (db: QueueDb) => Promise<T>) => Promise<T>;

const device: Holder<DeviceDb> = { make: (options) => new DeviceDb(options), closings: new Closings() };
const members = new Map<string, Holder<MemberDb>>();
/** Members who left the device: a late response must not create their database again. */
const departed = new Set<string>();
/** For each member who logged in here, a function that returns whether they are still logged in. */
const admitted = new Map<string, () => boolean>();

/**
 * withMemberDb runs `work` on the member's database. If the database fails meanwhile, `work` is repeated on a
 * reopened database; if the disk is full, in memory. It rejects once the member's session has ended, since a
 * late response must not restore deleted data.
 */
export async function withMemberDb<T>(memberId: string, work: (db: MemberDb) => Promise<T>): Promise<T> {
  return runUnlessFull(holderOf(memberId), guardOf(memberId), work);
}

/**
 * withMemberDbOnDisk runs `work` on data that must not be lost with the page. If the disk is full, it throws
 * (`isFull`) instead of moving to memory.
 */
export async function withMemberDbOnDisk<T>(
  memberId: string,
  work: (db: MemberDb) => Promise<T>,
): Promise<T> {
  return run(holderOf(memberId), guardOf(memberId), work);
}

/**
 * withMemberDbAfterSession runs `work` like `withMemberDb`, but also after the session's end. It is for the
 * queue, and for commands without a response.
 */
export async function withMemberDbAfterSession<T>(
  memberId: string,
  work: (db: MemberDb) => Promise<T>,
): Promise<T> {
  return runUnlessFull(holderOf(memberId), (holder) => assertPresent(memberId, holder), work);
}

export async function withDeviceDb<T>(work: (db: DeviceDb) => Promise<T>): Promise<T> {
  return runUnlessFull(device, () => {}, work);
}

/** withDeviceDbOnDisk is `withMemberDbOnDisk` for a guest. */
export async function withDeviceDbOnDisk<T>(work: (db: DeviceDb) => Promise<T>): Promise<T> {
  return run(device, () => {}, work);
}

/**
 * retryStep repeats a step that failed in `db`: on the same database, on a reopened one, or in memory. If
 * another database has replaced `db`, it does nothing. Returns whether `db` is still in use; `watchStorage`
 * notifies of the next one.
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

/**
 * openedMemberDb returns the open database, for live queries; null until a step such as `withMemberDb` opened
 * it.
 */
export function openedMemberDb(memberId: string): MemberDb | null {
  return members.get(memberId)?.opened ?? null;
}

export function openedDeviceDb(): DeviceDb | null {
  return device.opened ?? null;
}

/**
 * allowMemberDb opens access to the member's database when they log in on this device. `isHere` is called
 * later and returns whether they are still logged in.
 */
export function allowMemberDb(memberId: string, isHere: () => boolean): void {
  departed.delete(memberId);
  admitted.set(memberId, isHere);
}

/** closeMemberDb closes the member's database in this context and keeps it closed until the next login. */
export function closeMemberDb(memberId: string): void {
  departed.add(memberId);
  const holder = members.get(memberId);
  members.delete(memberId);
  if (holder) dropDatabase(holder);
}

/** deleteMember deletes everything of the member here. It waits until other tabs close the database. */
export async function deleteMember(memberId: string): Promise<void> {
  closeMemberDb(memberId);
  const inMemory = memoryInUse();
  if (inMemory) await deleteIn(await inMemory);
  if (!isDiskLost()) await deleteIn({});

  async function deleteIn(options: StorageOptions): Promise<void> {
    const db = new MemberDb(memberId, options);
    // A tab in a transaction closes after it. The delete waits for that: no warning is needed.
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
  dropDatabase(holder);
  members.delete(memberId);
  throw new Dexie.DatabaseClosedError('the member left this device');
}

/** Keeping what must not be lost: on the disk, also where that has to be made room on. */
import { ApiError, STORAGE_FULL } from '../api/errors';
import type { DeviceDb, QueueDb } from './db';
import { dropDisposable } from './disposable';
import { isFull } from './failures';
import { inDeviceOnDisk, inMemberOnDisk, type QueueStore } from './storage';

/**
 * Runs `write` on the member's database, or on the phone's own for a guest (null). Where the disk is full, what the
 * server can tell again makes room. Throws ApiError STORAGE_FULL.
 */
export async function keepOnDisk<T>(memberId: string | null, write: (db: QueueDb) => Promise<T>): Promise<T> {
  const store: QueueStore = memberId === null ? inDeviceOnDisk : (work) => inMemberOnDisk(memberId, work);
  const makeRoom = () =>
    memberId === null ? inDeviceOnDisk(dropDisposableOfGuest) : inMemberOnDisk(memberId, dropDisposable);
  const kept = await store(write).catch(async (error: unknown) => {
    if (!isFull(error)) throw error;
    // A disk that is full may refuse this as well.
    await makeRoom().catch(() => {});
    return store(write).catch((again: unknown) => {
      throw isFull(again) ? new ApiError(STORAGE_FULL) : again;
    });
  });
  void askToPersist();
  return kept;
}

async function dropDisposableOfGuest(db: DeviceDb): Promise<void> {
  await db.transaction('rw', db.lookups, db.chat, db.rooms, async () => {
    await db.lookups.clear();
    await db.chat.clear();
    await db.rooms.clear();
  });
}

/**
 * Asks the browser not to evict our data, once the member has done something worth keeping.
 * A refusal is no error: the data is then merely disposable.
 */
async function askToPersist(): Promise<void> {
  if (typeof navigator.storage?.persist !== 'function') return;
  const persisted = await navigator.storage.persisted().catch(() => false);
  if (!persisted) await navigator.storage.persist().catch(() => false);
}

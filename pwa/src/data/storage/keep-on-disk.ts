/** Writes data that must not be lost: always to the disk, after freeing space if necessary. */
import { ApiError, STORAGE_FULL } from '../api/errors';
import type { DeviceDb, QueueDb } from './db';
import { dropDisposable } from './disposable';
import { isFull } from './failures';
import { withDeviceDbOnDisk, withMemberDbOnDisk, type WithQueueDb } from './storage';

/**
 * keepOnDisk runs `write` on the member's database, or on the device's own for a guest (null). If the
 * disk is full, it first deletes data that the server can send again. Throws ApiError STORAGE_FULL.
 */
export async function keepOnDisk<T>(memberId: string | null, write: (db: QueueDb) => Promise<T>): Promise<T> {
  const withDb: WithQueueDb =
    memberId === null ? withDeviceDbOnDisk : (work) => withMemberDbOnDisk(memberId, work);
  const makeRoom = () =>
    memberId === null
      ? withDeviceDbOnDisk(dropDisposableOfGuest)
      : withMemberDbOnDisk(memberId, dropDisposable);
  const result = await withDb(write).catch(async (error: unknown) => {
    if (!isFull(error)) throw error;
    // On a full disk this may fail as well.
    await makeRoom().catch(() => {});
    return withDb(write).catch((again: unknown) => {
      throw isFull(again) ? new ApiError(STORAGE_FULL) : again;
    });
  });
  void askToPersist();
  return result;
}

async function dropDisposableOfGuest(db: DeviceDb): Promise<void> {
  await db.transaction('rw', db.lookups, db.chat, db.rooms, async () => {
    await db.lookups.clear();
    await db.chat.clear();
    await db.rooms.clear();
  });
}

/**
 * Asks the browser not to evict our data, once the member has done something worth keeping. A refusal is
 * no error: the browser may then evict the data.
 */
async function askToPersist(): Promise<void> {
  if (typeof navigator.storage?.persist !== 'function') return;
  const persisted = await navigator.storage.persisted().catch(() => false);
  if (!persisted) await navigator.storage.persist().catch(() => false);
}

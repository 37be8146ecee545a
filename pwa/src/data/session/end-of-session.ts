/**
 * Deletes a member's data from the device when the session ends. The queue with its pictures and the money
 * commands without a response stay, and wait for the same member. All other data from the server is deleted.
 *
 * A crash in the middle leaves:
 *   before the token was removed  a member who is logged in
 *   after it                      the database of a member who is logged in nowhere on this device: the
 *                                 next start recognizes that and finishes (`deleteAbsentMembersData`)
 *   in the service worker         its copy of the token, which is deleted last: the next call ends the
 *                                 session again
 * Deleting twice does no harm. If the member is logged in after all, the data is only fetched again.
 */
import Dexie from 'dexie';
import { broadcast } from '../device/channel';
import { dropDisposable } from '../storage/disposable';
import { deleteMediaCache, MEDIA_OWNER } from '../device/media-cache';
import { closeNotifications } from '../device/notifications';
import { memberDbName, storedMemberIds, type MemberDb } from '../storage/db';
import { withDeviceDb, withMemberDbAfterSession, openedMemberDb } from '../storage/storage';

const running = new Set<Promise<void>>();
let isKeptAtEnd = (_command: string): boolean => {
  throw new Error('registerKeptCommands was not called');
};

/**
 * registerKeptCommands registers which commands without a response stay when a session ends; `isKept` gets
 * their names.
 */
export function registerKeptCommands(isKept: (command: string) => boolean): void {
  isKeptAtEnd = isKept;
}

/** trackDeletion runs work that deletes data, so that `waitForDeletions` waits for it. Never rejects. */
export function trackDeletion(work: Promise<void>): Promise<void> {
  const settled = work.catch(() => {}).finally(() => running.delete(settled));
  running.add(settled);
  return settled;
}

/**
 * waitForDeletions resolves when all tracked work is done. A login waits for it. Otherwise the end of the
 * earlier session could delete data that the new session fetched.
 */
export async function waitForDeletions(): Promise<void> {
  await Promise.all(running);
}

/** holdPresence shows other pages that this member is logged in here, until `until` resolves. */
export function holdPresence(memberId: string, until: Promise<void>): void {
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  void locks?.request(presenceLockName(memberId), { mode: 'shared' }, () => until).catch(() => {});
}

/** deleteSyncedData deletes what was synced of this member. */
export async function deleteSyncedData(memberId: string): Promise<void> {
  if (!openedMemberDb(memberId) && !(await Dexie.exists(memberDbName(memberId)))) return;
  await withMemberDbAfterSession(memberId, deleteSessionRows);
  await deleteMedia(memberId);
  await closeNotifications();
  // Another session of the same member finds no data, and fetches it again.
  broadcast({ type: 'stripped', memberId });
}

async function deleteSessionRows(db: MemberDb): Promise<void> {
  await db.transaction('rw', db.tables, async () => {
    await dropDisposable(db);
    // Other commands without a response are deleted, so that their content does not stay on the device.
    await db.commands.filter(({ name }) => !isKeptAtEnd(name)).delete();
    const queued = new Set((await db.outbox.toArray()).map(({ id }) => id));
    await db.blobs.filter(({ id }) => !queued.has(id)).delete();
  });
}

/**
 * deleteAbsentMembersData deletes the synced data of all members who have a database on this device but are
 * logged in in no open page.
 */
export async function deleteAbsentMembersData(present: string | null): Promise<void> {
  for (const memberId of await storedMemberIds()) {
    if (memberId !== present && !(await isPresent(memberId))) await deleteSyncedData(memberId);
  }
}

/**
 * Returns whether the member is logged in in an open page. Without Web Locks it returns false, because
 * deleting is the safe choice.
 */
async function isPresent(memberId: string): Promise<boolean> {
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  if (!locks) return false;
  return locks.request(presenceLockName(memberId), { ifAvailable: true }, (lock) => lock === null);
}

function presenceLockName(memberId: string): string {
  return `here:${memberId}`;
}

/** Deletes the pictures of the conversation, unless another member's have replaced them. */
async function deleteMedia(memberId: string): Promise<void> {
  const owner = await withDeviceDb((db) => db.facts.get(MEDIA_OWNER));
  if (owner && owner.value !== memberId) return;
  await deleteMediaCache();
  await withDeviceDb((db) => db.facts.delete(MEDIA_OWNER));
}

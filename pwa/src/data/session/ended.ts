/**
 * What the end of a session takes off the phone. The queue with its pictures and the money commands
 * without an answer stay, and wait for the same member; all else that the server told goes.
 *
 * A crash on the way leaves:
 *   before the token went   a member who is signed in
 *   after it                the database of a member who is signed in nowhere on this phone: that
 *                           is mark enough, and the next start finishes (`stripAbsent`)
 *   in the service worker   its copy of the token, which goes last: the next call ends it again
 * Stripping twice does no harm, and a member who is here after all only asks the server again.
 */
import Dexie from 'dexie';
import { tell } from '../device/channel';
import { dropDisposable } from '../storage/disposable';
import { deleteMediaCache, MEDIA_OWNER } from '../device/media-cache';
import { closeNotifications } from '../device/notifications';
import { memberDbName, membersHere, type MemberDb } from '../storage/db';
import { inDevice, inKept, openedMember } from '../storage/storage';

const running = new Set<Promise<void>>();
let outlives = (_command: string): boolean => {
  throw new Error('which commands outlive a session is not registered');
};

/** Registers which commands without an answer stay when a session ends, by their names. */
export function keepAtEnd(isKept: (command: string) => boolean): void {
  outlives = isKept;
}

/** Work that takes something away; never rejects. */
export function tracked(work: Promise<void>): Promise<void> {
  const quiet = work.catch(() => {}).finally(() => running.delete(quiet));
  running.add(quiet);
  return quiet;
}

/** Whoever signs in waits for this: what they fetch must not fall to the end of the session before. */
export async function stripped(): Promise<void> {
  await Promise.all(running);
}

/** Says to other pages, as long as `until` is open, that this member is signed in here. */
export function holdPresence(memberId: string, until: Promise<void>): void {
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  void locks?.request(presenceOf(memberId), { mode: 'shared' }, () => until).catch(() => {});
}

/** Takes what was synced of this member. */
export async function stripMember(memberId: string): Promise<void> {
  if (!openedMember(memberId) && !(await Dexie.exists(memberDbName(memberId)))) return;
  await inKept(memberId, dropSession);
  await dropMedia(memberId);
  await closeNotifications();
  // Another session of the same member finds its copy empty, and fetches it anew.
  tell({ type: 'stripped', memberId });
}

async function dropSession(db: MemberDb): Promise<void> {
  await db.transaction('rw', db.tables, async () => {
    await dropDisposable(db);
    // Other commands without an answer are not worth their words on the phone.
    await db.commands.filter(({ name }) => !outlives(name)).delete();
    const queued = new Set((await db.outbox.toArray()).map(({ id }) => id));
    await db.blobs.filter(({ id }) => !queued.has(id)).delete();
  });
}

/** The same for all who have left something here and are signed in in no open page. */
export async function stripAbsent(present: string | null): Promise<void> {
  for (const memberId of await membersHere()) {
    if (memberId !== present && !(await isPresent(memberId))) await stripMember(memberId);
  }
}

/** Without locks nobody can tell: stripped is the safe side. */
async function isPresent(memberId: string): Promise<boolean> {
  const locks = globalThis.navigator?.locks as LockManager | undefined;
  if (!locks) return false;
  return locks.request(presenceOf(memberId), { ifAvailable: true }, (lock) => lock === null);
}

function presenceOf(memberId: string): string {
  return `here:${memberId}`;
}

/** The pictures of the conversation, unless another's have taken their place. */
async function dropMedia(memberId: string): Promise<void> {
  const owner = await inDevice((db) => db.facts.get(MEDIA_OWNER));
  if (owner && owner.value !== memberId) return;
  await deleteMediaCache();
  await inDevice((db) => db.facts.delete(MEDIA_OWNER));
}

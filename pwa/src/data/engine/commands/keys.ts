/**
 * The keys of commands without a response, in the member's database. Keys of money commands are in local
 * storage too. A key is stored before its command is sent. While one of the two stores has the key, a command
 * of the same name and content is sent under it. So a retry by hand is safe as well.
 *
 *   the database is emptied or breaks    the spare key is found, and written into the database again
 *   local storage is emptied or blocked  the database has the key
 *   a page ends between the two writes   the next page writes the spare key before it sends the command
 *   deleted in only one of the two       the command is sent once more, and gets the same response
 */
import type { CommandRow, MemberDb } from '../../storage/db';
import type { KeyAction } from './machine';
import type { SpareKeys } from './spare';

/**
 * After this time a command is not sent again. The server would require the password again, and a withdrawal
 * must not be sent hours after the member requested it.
 */
const MAX_AGE_MS = 30 * 60_000;
/** A body with one of these fields is kept in memory only. */
const SECRETS = ['password', 'oldPassword', 'newPassword', 'otpCode', 'otpToken', 'proof'];

/** Runs work on the member's database. */
type RunOnDisk = <T>(work: (db: MemberDb) => Promise<T>) => Promise<T>;

/** The member for whom commands are sent, and where the keys are stored. */
export interface Owner {
  token: string;
  /** Can be used as long as the session lasts. */
  runInSession: RunOnDisk;
  /** Can also be used after the end of the session. */
  runAlways: RunOnDisk;
  spare: SpareKeys;
}

/** Commands that must not be stored: those of guests, and those with secrets. */
const unstored = new Map<string, CommandRow>();

/** forgetUnstored deletes these commands at the end of a session, because a password must not outlive it. */
export function forgetUnstored(): void {
  unstored.clear();
}

/**
 * storeKey stores the row's key and returns the row to send. That is this row, or an earlier row with the
 * same content that got no response.
 */
export async function storeKey(owner: Owner | null, row: CommandRow, now: number): Promise<CommandRow> {
  const content = contentOf(row);
  if (!owner || hasSecret(row.body)) {
    const earlier = [...unstored.values()].find((other) => contentOf(other) === content);
    if (!earlier) unstored.set(row.key, row);
    return earlier ?? row;
  }
  const isSame = (other: CommandRow) => contentOf(other) === content;
  const stored = await owner.runInSession((db) =>
    db.transaction('rw', db.commands, async () => {
      await db.commands.filter((other) => isExpired(other, now)).delete();
      const spare = owner.spare.rows().find((other) => isSame(other) && !isExpired(other, now));
      const earlier = (await db.commands.filter(isSame).first()) ?? spare;
      const { told: _, ...kept } = earlier ?? row;
      await db.commands.put(kept);
      return earlier ? kept : row;
    }),
  );
  owner.spare.put(stored);
  return stored;
}

/**
 * applyKeyAction deletes the stored key, or marks it, according to `action`. If the key cannot be deleted,
 * its command is sent once more and gets the same response.
 */
export async function applyKeyAction(
  owner: Owner | null,
  { key }: CommandRow,
  action: KeyAction,
): Promise<void> {
  if (action === 'delete') {
    unstored.delete(key);
    owner?.spare.drop([key]);
    await owner?.runAlways((db) => db.commands.delete(key)).catch(() => {});
  }
  if (action === 'keepForRetry') {
    const row = owner?.spare.rows().find((other) => other.key === key);
    if (row) owner?.spare.put({ ...row, told: true });
    await owner?.runAlways((db) => db.commands.update(key, { told: true })).catch(() => {});
  }
}

/**
 * listUnfinishedCommands returns the commands that an earlier page left without a response, newest first,
 * without expired commands.
 */
export async function listUnfinishedCommands(owner: Owner, now: number): Promise<CommandRow[]> {
  const isOpen = (row: CommandRow) => !row.told && !isExpired(row, now);
  const rows = await owner.runInSession((db) => db.commands.toArray());
  const spare = owner.spare.rows().filter(({ key }) => rows.every((row) => row.key !== key));
  return [...rows, ...spare].filter(isOpen).toSorted((one, other) => other.createdAt - one.createdAt);
}

/**
 * deleteExpired deletes keys that are too old. `now` must be reliable: if a wrong clock deleted a
 * withdrawal's key, the withdrawal could be paid twice.
 */
export async function deleteExpired(owner: Owner, now: number): Promise<void> {
  const expired = owner.spare.rows().filter((row) => isExpired(row, now));
  owner.spare.drop(expired.map(({ key }) => key));
  await owner.runInSession((db) => db.commands.filter((row) => isExpired(row, now)).delete());
}

export function isExpired({ createdAt }: CommandRow, now: number): boolean {
  return Math.abs(now - createdAt) > MAX_AGE_MS;
}

function contentOf({ name, method, path, body }: CommandRow): string {
  return JSON.stringify([name, method, path, body]);
}

function hasSecret(body: unknown): boolean {
  return typeof body === 'object' && body !== null && SECRETS.some((field) => field in body);
}

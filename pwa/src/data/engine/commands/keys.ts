/**
 * The keys of commands without an answer, on the member's disk; those that move money in local storage too. A key is
 * written before its command leaves the phone, and the same name and content goes out under its first key for as long
 * as one of the two has it: trying again by hand is safe as well.
 *
 *   the database is emptied or breaks    the spare key is found, and written into the database again
 *   local storage is emptied or blocked  the database has the key, as before there was a spare one
 *   a page dies between the two          the next page writes the spare key before it asks
 *   settled between the two              the other is asked with once more, and gets the same answer
 */
import type { CommandRow, MemberDb } from '../../storage/db';
import type { KeyFate } from './machine';
import type { SpareKeys } from './spare';

/** After that the server would want the password again: a withdrawal must not leave hours after it was wished for. */
const ASK_FOR_MS = 30 * 60_000;
/** A body with one of these stays in memory. */
const SECRETS = ['password', 'oldPassword', 'newPassword', 'otpCode', 'otpToken', 'proof'];

/** Runs work on the member's database. */
type Disk = <T>(work: (db: MemberDb) => Promise<T>) => Promise<T>;

/** In whose name commands are sent, and where their keys lie. */
export interface Owner {
  token: string;
  /** As long as the session lasts. */
  disk: Disk;
  /** Beyond its end. */
  kept: Disk;
  spare: SpareKeys;
}

/** Commands that must not be written down: a visitor's, and those with secrets. */
const unwritten = new Map<string, CommandRow>();

/** A password does not outlive the session that it was typed in. */
export function forgetUnwritten(): void {
  unwritten.clear();
}

/** The row to ask with: this one, or an earlier one of the same content without an answer. */
export async function remember(owner: Owner | null, row: CommandRow, now: number): Promise<CommandRow> {
  const content = contentOf(row);
  if (!owner || hasSecret(row.body)) {
    const earlier = [...unwritten.values()].find((other) => contentOf(other) === content);
    if (!earlier) unwritten.set(row.key, row);
    return earlier ?? row;
  }
  const isSame = (other: CommandRow) => contentOf(other) === content;
  const known = await owner.disk((db) =>
    db.transaction('rw', db.commands, async () => {
      await db.commands.filter((other) => isLate(other, now)).delete();
      const spare = owner.spare.rows().find((other) => isSame(other) && !isLate(other, now));
      const earlier = (await db.commands.filter(isSame).first()) ?? spare;
      const { told: _, ...kept } = earlier ?? row;
      await db.commands.put(kept);
      return earlier ? kept : row;
    }),
  );
  owner.spare.put(known);
  return known;
}

/** A key that cannot be forgotten is asked with once more, and gets the same answer. */
export async function settle(owner: Owner | null, { key }: CommandRow, fate: KeyFate): Promise<void> {
  if (fate === 'gone') {
    unwritten.delete(key);
    owner?.spare.drop([key]);
    await owner?.kept((db) => db.commands.delete(key)).catch(() => {});
  }
  if (fate === 'told') {
    const row = owner?.spare.rows().find((other) => other.key === key);
    if (row) owner?.spare.put({ ...row, told: true });
    await owner?.kept((db) => db.commands.update(key, { told: true })).catch(() => {});
  }
}

/** Those that an earlier page left without an answer, the newest first, and none that is too old. */
export async function openQuestions(owner: Owner, now: number): Promise<CommandRow[]> {
  const isOpen = (row: CommandRow) => !row.told && !isLate(row, now);
  const rows = await owner.disk((db) => db.commands.toArray());
  const spare = owner.spare.rows().filter(({ key }) => rows.every((row) => row.key !== key));
  return [...rows, ...spare].filter(isOpen).toSorted((one, other) => other.createdAt - one.createdAt);
}

/** For when the time is sure: a key that a wrong clock throws away is that of a withdrawal which is paid twice. */
export async function dropLate(owner: Owner, now: number): Promise<void> {
  const late = owner.spare.rows().filter((row) => isLate(row, now));
  owner.spare.drop(late.map(({ key }) => key));
  await owner.disk((db) => db.commands.filter((row) => isLate(row, now)).delete());
}

export function isLate({ createdAt }: CommandRow, now: number): boolean {
  return Math.abs(now - createdAt) > ASK_FOR_MS;
}

function contentOf({ name, method, path, body }: CommandRow): string {
  return JSON.stringify([name, method, path, body]);
}

function hasSecret(body: unknown): boolean {
  return typeof body === 'object' && body !== null && SECRETS.some((field) => field in body);
}

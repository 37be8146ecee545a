/**
 * Calls that must happen once. Each carries a key, and where its answer was lost the same key
 * asks again, also after a reload, until the answer is known: the server knows the key and does
 * nothing twice. Nothing here is queued for later: a command that was never sent fails at once.
 *
 * A crash before the key is on the disk leaves nothing sent; after it, the key to ask with. A
 * command of the same name and content whose answer is still unknown goes out under its first
 * key, so that trying again by hand is safe as well. Asking ends after half an hour, when the
 * server would want the password again: a withdrawal must not leave hours after it was wished
 * for. The statement tells then. Where the server wants the password sooner, nothing was done: the
 * key stays for the same command, once the password was given.
 */
import { ApiError, isAnswerLost, isApiError, NETWORK } from './api/errors';
import { call, fillPath, requestAt } from './api/client';
import type { AnswerOf, Args, Method, PathOf, PathParams } from './api/routes';
import { isOffline } from './connection';
import { noteAsking, noteEnd, noteKnown, noteResumed } from './commandStatus';
import type { CommandRow, MemberDb } from './db';
import { newId } from './digest';
import { backoff, pause } from './kit/retry';
import type { Member } from './member';
import { inKept, inMember } from './storage';
import { syncNow } from './sync';
import { getSession, knowMember, watchSession } from './token';

export type CommandMethod = Exclude<Method, 'GET'>;

const DELAYS = { firstMs: 1_000, longestMs: 30_000 };
const PROBE_TIMEOUT_MS = 3_000;
/** So many answers in a row that the server is in trouble are an answer to the member, too. */
const TROUBLE_TRIES = 5;
const ASK_FOR_MS = 30 * 60_000;
/** A body with one of these stays in memory. */
const SECRETS = ['password', 'oldPassword', 'newPassword', 'otpCode', 'otpToken'];

/** Commands without an answer that must not be written down: a visitor's, and those with secrets. */
const unwritten = new Map<string, CommandRow>();

// A password does not outlive the session that it was typed in.
watchSession(() => {
  if (!getSession()) unwritten.clear();
});

/**
 * Sends the command and stays with it until its outcome is known; `useCommand(name)` tells the
 * screen when that takes asking again. Throws ApiError: the server's refusal, or NETWORK at once
 * where the phone is known to be offline (then nothing was sent).
 */
export async function command<M extends CommandMethod, P extends PathOf<M>>(
  name: string,
  method: M,
  path: P,
  ...[given]: Args<M, P, object>
): Promise<AnswerOf<M, P>> {
  return (await commandAt({ name, method, ...place(path, given) })) as AnswerOf<M, P>;
}

/** What a command is written down as: the path with its parameters in, and the body. */
export type Wish = Pick<CommandRow, 'name' | 'method' | 'path' | 'body'>;

/** Path and body of a call as they are written down. */
export function place(path: string, given: { path?: PathParams; body?: unknown } = {}) {
  return { path: fillPath(path, given.path), body: given.body ?? {} };
}

/** As `command`, of a wish that was made before. */
export async function commandAt(wish: Wish): Promise<unknown> {
  await assertReachable();
  const member = getSession() ? await knowMember() : null;
  const fresh = { key: newId(), ...wish, createdAt: Date.now() };
  const row = await remember(member, fresh);
  return settle(member, row, { lost: row !== fresh });
}

/** Asks again for the commands that an earlier page left without an answer. Never rejects. */
export async function resumeCommands(): Promise<void> {
  const member = await knowMember().catch(() => null);
  if (!member) return;
  const rows = await inMember(member.memberId, openQuestions).catch(() => []);
  await Promise.all(rows.map((row) => resume(member, row)));
}

/** Nobody waits for this promise any more: how it ended is kept for the screen that will ask. */
async function resume(member: Member, row: CommandRow): Promise<void> {
  noteResumed(row);
  await settle(member, row, { lost: true }).then(
    (answer) => noteEnd(row, { answer }),
    (error: unknown) => noteEnd(row, { error }),
  );
}

/** Drops what is too old to ask for; leaves out what the member was told has failed. */
async function openQuestions(db: MemberDb): Promise<CommandRow[]> {
  return db.transaction('rw', db.commands, async () => {
    await db.commands.filter(isOver).delete();
    return db.commands.filter((row) => !row.told).toArray();
  });
}

async function settle(member: Member | null, row: CommandRow, asked: Asked): Promise<unknown> {
  try {
    const answer = await askUntilKnown(member, row, asked);
    await forget(member, row);
    return answer;
  } catch (error) {
    if (isTrouble(error) || (isPasswordWanted(error) && !asked.lost)) await keepForReuse(member, row);
    // Refused, and no earlier attempt can have been the one that worked.
    else if (!asked.lost || isOver(row) || isAboutContent(error)) await forget(member, row);
    throw error;
  } finally {
    noteKnown(row.name, row.key);
    if (member) void syncNow();
  }
}

interface Asked {
  /** Some attempt's answer was lost: that one may have worked. */
  lost: boolean;
}

async function askUntilKnown(member: Member | null, row: CommandRow, asked: Asked): Promise<unknown> {
  const { name, method, path, body, key } = row;
  let trouble = 0;
  for (let tries = 1; ; tries++) {
    try {
      const options = { body, key, auth: member?.token ?? false, slow: true };
      return (await requestAt(method, path, options)).body;
    } catch (error) {
      const open = isAnswerLost(error) || isBusy(error) || isTrouble(error);
      asked.lost ||= isAnswerLost(error);
      trouble = isTrouble(error) ? trouble + 1 : 0;
      if (!open || trouble >= TROUBLE_TRIES || isOver(row)) throw error;
    }
    noteAsking(name, key);
    await pause(backoff(DELAYS, tries));
  }
}

/** Offline is said by our own ears, which may be late: one quick question settles it. */
async function assertReachable(): Promise<void> {
  if (!isOffline()) return;
  const probe = call('GET', '/api/lookup/active', { auth: false, timeoutMs: PROBE_TIMEOUT_MS });
  await probe.catch((error) => {
    if (isAnswerLost(error)) throw new ApiError(NETWORK, 0, { extra: { sent: false } });
  });
}

/** The row to ask with: this one, or an earlier one of the same content without an answer. */
async function remember(member: Member | null, row: CommandRow): Promise<CommandRow> {
  const content = contentOf(row);
  if (!member || hasSecret(row.body)) {
    const earlier = [...unwritten.values()].find((other) => contentOf(other) === content);
    if (!earlier) unwritten.set(row.key, row);
    return earlier ?? row;
  }
  return inMember(member.memberId, (db) =>
    db.transaction('rw', db.commands, async () => {
      await db.commands.filter(isOver).delete();
      const earlier = await db.commands.filter((other) => contentOf(other) === content).first();
      const { told: _, ...kept } = earlier ?? row;
      await db.commands.put(kept);
      return earlier ? kept : row;
    }),
  );
}

/** A key that cannot be forgotten is asked with once more, and gets the same answer. */
async function forget(member: Member | null, { key }: CommandRow): Promise<void> {
  unwritten.delete(key);
  if (member) await inKept(member.memberId, (db) => db.commands.delete(key)).catch(() => {});
}

function contentOf({ name, method, path, body }: CommandRow): string {
  return JSON.stringify([name, method, path, body]);
}

function hasSecret(body: unknown): boolean {
  return typeof body === 'object' && body !== null && SECRETS.some((field) => field in body);
}

/** The member was told of the failure: the key stays for a second try by hand, and only for that. */
async function keepForReuse(member: Member | null, row: CommandRow): Promise<void> {
  if (!member || unwritten.has(row.key)) return;
  await inKept(member.memberId, (db) => db.commands.update(row.key, { told: true }));
}

function isOver({ createdAt }: CommandRow): boolean {
  return Math.abs(Date.now() - createdAt) > ASK_FOR_MS;
}

/** The server has judged this command; a refused token or a closed site has not been about it. */
function isAboutContent(error: unknown): boolean {
  return isApiError(error) && !isAnswerLost(error) && ![401, 410, 429].includes(error.status);
}

/** Too long idle: the password first, then the same command again. */
export function isPasswordWanted(error: unknown): boolean {
  return isApiError(error) && error.code === 'EXPIRED_AUTH_TOKEN';
}

/** 500 and a gateway's word say nothing about what was done; 503 is a plain "closed". */
function isTrouble(error: unknown): boolean {
  return isApiError(error) && [500, 502, 504].includes(error.status) && !isAnswerLost(error);
}

function isBusy(error: unknown): boolean {
  return isApiError(error) && (error.status === 408 || error.status === 425);
}

/**
 * Answers about the ways of money, kept by the path that they were asked by: a QR stays on the
 * screen through a reload and without a network, as long as it is good.
 */
import { requestAt } from '../api/client';
import type { MemberDb } from '../db';
import { SingleFlight } from '../kit/singleFlight';
import type { Member } from '../member';
import { inMember } from '../storage';
import { knowMember } from '../token';

/** Counts what was said of a path: an answer asked for before the last word is too old. */
const turns = new Map<string, number>();
const running = new SingleFlight();

/** Brings one answer up to date, asked for once at a time. Never rejects. */
export function refreshPart(path: string): Promise<void> {
  return running.run(path, () => fetchPart(path));
}

/** What is known of it is void: asks anew, and lets no older answer have its way. */
export function renewPart(path: string): Promise<void> {
  turn(path);
  running.forget(path);
  return refreshPart(path);
}

/** A command's answer, which no question asked before it may undo. */
export async function putPart(memberId: string, path: string, value: unknown): Promise<void> {
  turn(path);
  await inMember(memberId, (db) => put(db, path, value));
}

async function fetchPart(path: string): Promise<void> {
  const member = await knowMember();
  if (!member) return;
  const asked = turns.get(path) ?? 0;
  const value = await ask(member, path);
  if ((turns.get(path) ?? 0) !== asked) return;
  await inMember(member.memberId, (db) => put(db, path, value));
}

async function ask({ token }: Member, path: string): Promise<unknown> {
  return (await requestAt('GET', path, { auth: token })).body;
}

async function put(db: MemberDb, path: string, value: unknown): Promise<void> {
  await db.cash.put({ path, value, fetchedAt: Date.now() });
}

function turn(path: string): void {
  turns.set(path, (turns.get(path) ?? 0) + 1);
}

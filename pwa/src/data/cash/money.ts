/**
 * Money commands and where they stand. One at a time of each name, for the whole page: a sheet that
 * was closed and opened again finds the one under way. Nothing is queued: what cannot be sent now
 * fails now, and what was sent is asked for until its outcome is known.
 */
import { call } from '../api/client';
import type { AnswerOf, Args, PathOf } from '../api/routes';
import { commandAt, isPasswordWanted, place, type CommandMethod } from '../command';
import { dropResumed, forgetResumed, resumedOf, type Resumed } from '../commandStatus';
import type { Member } from '../member';
import { getSession, knowMember, watchSession } from '../token';

/** What is asked of the server. The same name, path and body is the same wish, under one key. */
export interface Order<T = unknown> {
  name: string;
  method: CommandMethod;
  path: string;
  body?: unknown;
  /** Puts the answer into the device's copy, before anyone is told of it. */
  keep?: (member: Member, answer: T) => Promise<void>;
}

/** An order by the contract's own method, path and body. */
export function orderOf<M extends CommandMethod, P extends PathOf<M>>(
  name: string,
  method: M,
  path: P,
  ...[given]: Args<M, P, Pick<Order<AnswerOf<M, P>>, 'keep'>>
): Order<AnswerOf<M, P>> {
  return { name, method, ...place(path, given), keep: given?.keep };
}

export type Money<T = unknown> =
  | { at: 'idle' }
  /** `checking`: the answer was lost and is being asked for. */
  | { at: 'sending' | 'checking'; order: Order<T> }
  /** Nothing was done: the server wants the password first. */
  | { at: 'password'; order: Order<T> }
  | { at: 'done'; order: Order<T>; answer: T }
  | { at: 'failed'; order: Order<T>; error: unknown };

const IDLE: Money = { at: 'idle' };
const runs = new Map<string, Money>();
const listeners = new Set<() => void>();
let token = getSession()?.token;

watchSession(() => {
  const now = getSession()?.token;
  if (now === token) return;
  token = now;
  runs.clear();
  forgetResumed();
  announce();
});

/** Sends it, and stays with it until the outcome is known. A second tap joins nothing. Never rejects. */
export async function send<T>(order: Order<T>): Promise<Money<T>> {
  const under = runs.get(order.name);
  if (under?.at === 'sending') return under as Money<T>;
  note(order, { at: 'sending', order });
  const end = await run(order);
  dropResumed(order.name);
  note(order, end);
  return end;
}

/** The password that the server asked for, then the same command under its key. Throws ApiError. */
export async function confirmAndRepeat(name: string, password: string): Promise<Money> {
  const stands = moneyOf(name);
  if (stands.at !== 'password') return stands;
  await call('POST', '/api/account/confirm', { body: { password } });
  return send(stands.order);
}

/** The member has seen how it ended, or does not want to give the password. */
export function dismiss(name: string): void {
  if (runs.get(name)?.at === 'sending') return;
  runs.delete(name);
  dropResumed(name);
  announce();
}

/** Where the command of this name stands, be it of this page or of one before the reload. */
export function moneyOf(name: string, resumed = resumedOf(name), checking = false): Money {
  const own = runs.get(name);
  if (own?.at === 'sending' && checking) return { at: 'checking', order: own.order };
  return own ?? (resumed ? moneyOfResumed(resumed) : IDLE);
}

export function runOf(name: string): Money | undefined {
  return runs.get(name);
}

export function watchRuns(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function run<T>(order: Order<T>): Promise<Money<T>> {
  const { name, method, path, body } = order;
  try {
    const answer = (await commandAt({ name, method, path, body })) as T;
    const member = await knowMember();
    if (member) await order.keep?.(member, answer).catch(() => {});
    return { at: 'done', order, answer };
  } catch (error) {
    return isPasswordWanted(error) ? { at: 'password', order } : { at: 'failed', order, error };
  }
}

function moneyOfResumed({ row, end }: Resumed): Money {
  const { name, method, path, body } = row;
  const order: Order = { name, method, path, body };
  if (!end) return { at: 'checking', order };
  if ('answer' in end) return { at: 'done', order, answer: end.answer };
  return isPasswordWanted(end.error) ? { at: 'password', order } : { at: 'failed', order, error: end.error };
}

function note<T>({ name }: Order<T>, stands: Money<T>): void {
  runs.set(name, stands as Money);
  announce();
}

function announce(): void {
  for (const listener of listeners) listener();
}

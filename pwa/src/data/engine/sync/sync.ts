/** Catching up: one request where twelve would be needed, repeated while the server has more. */
import { call } from '../../api/client';
import { instant, passedSince, serverNow, type Instant } from '../../api/clock';
import { ApiError, isApiError, NETWORK } from '../../api/errors';
import type { SyncAnswer } from '../../api/types';
import { dropSynced } from '../../storage/disposable';
import { pause } from '../../kit/retry';
import { Signal } from '../../kit/store';
import type { Member } from '../../session/member';
import { fetchStaleLookups } from '../resources/refresh';
import { isOwn } from '../resources/resources';
import { knowMember } from '../../session/token';
import type { MemberDb } from '../../storage/db';
import { inMember } from '../../storage/storage';
import { applySync, syncQuestion, type SyncQuestion } from './apply-sync';
import { cursorOf } from '../lists/lists';
import { lasting } from '../../kit/web-storage';

/** An answer that took longer when the network came back is not worth waiting for. */
const STUCK_MS = 5_000;

/** Signs of one return come that close together, and one answer serves them all. */
const BUNCH_MS = 1_000;

/** Nobody waits longer than this for what is new because something moves on the screen. */
const PUT_OFF_MOST_MS = 6_000;

let quietUntil = 0;
let running: Promise<boolean> | null = null;
/** The question is on its way: a call from now on wants another. Signs come in bunches, and one answers them. */
let asks = false;
let again = false;
/** A sign came while the question was on its way: another follows at once if this one fails. */
let againIfMissed = false;
let asking: { since: Instant; call: AbortController } | null = null;
/** When the question was sent that was answered last. */
let answered: Instant | null = null;
const synced = new Signal();
const missed = new Signal();

/** Told after each sync that came through, whoever asked for it. Returns how to stop. */
export const watchSync = synced.watch;

/** The same for those that did not. */
export const watchMissedSync = missed.watch;

/**
 * Brings the device up to what the server knew when this was called; a call after the question
 * was sent is followed by another one, so that a write is never missed. Never rejects: false
 * without a member or without an answer.
 */
export function syncNow(): Promise<boolean> {
  if (running) again ||= asks;
  else running = syncUntilQuiet().finally(() => (running = null));
  return running;
}

/**
 * As `syncNow`, for a sign that the network or the page is back. It tells of nothing new, so the answer to a question
 * that has just gone out serves, and so does one that has just come.
 */
export function syncOnSign(): Promise<boolean> {
  if (!running && answered && passedSince(answered) < BUNCH_MS) return Promise.resolve(true);
  if (!running || !asking || passedSince(asking.since) > STUCK_MS) return syncNow();
  againIfMissed = true;
  return running;
}

/** Resolves when no sync is under way; never rejects. */
export async function syncEnd(): Promise<void> {
  await running;
}

/** Asks nothing where the device is there already; a cursor goes on with what lookups there were. */
export async function syncUnlessAt(member: Member, place: string | undefined): Promise<void> {
  const here = await inMember(member.memberId, cursorOf).catch(() => '');
  if (!place || !`${here}.`.startsWith(`${place}.`)) await syncNow();
}

/** What moves on the screen has the phone for itself: what is new is asked for after it. */
export function putOffSync(ms: number): void {
  quietUntil = performance.now() + Math.min(ms, PUT_OFF_MOST_MS);
}

/**
 * The network is back, or the page: a call that has hung since before is given up, so that the
 * next one can go at once instead of after its minute.
 */
export function unstickSync(): void {
  if (asking && passedSince(asking.since) > STUCK_MS) asking.call.abort(new ApiError(NETWORK));
}

export interface SyncTools {
  store: <T>(work: (db: MemberDb) => Promise<T>) => Promise<T>;
  ask: (cursor: string, chat?: string) => Promise<SyncAnswer>;
  /** What rides along; null for nothing. */
  ride?: () => Promise<Ride | null>;
  now: () => number;
}

/** Asks and applies until there is no more. Throws where an answer fails to come or to apply. */
export async function catchUp({ store, ask, ride: rideNow, now }: SyncTools): Promise<void> {
  for (;;) {
    const asked = await store(syncQuestion);
    const ride = (await rideNow?.()) ?? null;
    const answer = await ask(asked.cursor, ride?.asked).catch(async (error: unknown) => {
      if (!isCursorRefused(error, asked)) throw error;
      await store((db) => dropSynced(db, isOwn));
    });
    if (!answer) continue;
    const applied = await store((db) => applySync(db, asked, answer, now()));
    const moreChat = ride !== null && answer.chat !== undefined && (await ride.take(answer.chat));
    // Another tab was quicker: go on from where it is.
    if (!applied || (moreChat && !answer.more)) continue;
    if (!answer.more) return;
    if (answer.cursor === asked.cursor) throw new ApiError('INTERNAL_SERVER_ERROR', 200);
  }
}

/** A cursor that the server cannot read would stop the phone for ever: begin anew instead. */
function isCursorRefused(error: unknown, asked: SyncQuestion): boolean {
  return isApiError(error) && error.status === 400 && asked.cursor !== '';
}

async function syncUntilQuiet(): Promise<boolean> {
  let through: boolean;
  do {
    again = false;
    againIfMissed = false;
    asks = false;
    through = await syncOnce().catch(() => false);
  } while (again || (againIfMissed && !through));
  (through ? synced : missed).tell();
  return through;
}

async function syncOnce(): Promise<boolean> {
  while (performance.now() < quietUntil) await pause(quietUntil - performance.now());
  const member = await knowMember();
  if (!member) return false;
  await catchUp(toolsOf(member));
  lasting.set('last_sync', new Date(serverNow()).toISOString());
  await fetchStaleLookups(member.memberId);
  return true;
}

function toolsOf(member: Member): SyncTools {
  const { memberId, token } = member;
  return {
    store: (work) => inMember(memberId, work),
    ask: (cursor, chat) => askOnce(token, cursor, chat),
    ride: () => {
      asks = true;
      return rideOf(member);
    },
    now: serverNow,
  };
}

async function askOnce(token: string, cursor: string, chat?: string): Promise<SyncAnswer> {
  asking = { since: instant(), call: new AbortController() };
  const { since, call: under } = asking;
  const query = { cursor: cursor || undefined, chat };
  try {
    const answer = await call('GET', '/api/sync', { auth: token, query, signal: under.signal });
    answered = since;
    return answer;
  } finally {
    asking = null;
  }
}

export type ChatPart = NonNullable<SyncAnswer['chat']>;

/** What rides with a sync besides what changed: the conversation, once a page has one to follow. */
export interface Ride {
  /** Of `/api/sync`: the number after which messages were missed, or `new`. */
  asked: string;
  /** True where more is to be asked for. */
  take: (part: ChatPart) => Promise<boolean>;
}

/** Looked at before each question to the server; null where nothing is wanted. */
export type Passenger = (member: Member) => Promise<Ride | null>;

let passenger: Passenger | null = null;

export function rideAlong(next: Passenger): void {
  passenger = next;
}

async function rideOf(member: Member): Promise<Ride | null> {
  return passenger ? passenger(member) : null;
}

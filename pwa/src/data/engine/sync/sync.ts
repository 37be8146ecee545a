/** Fetches what changed: one request instead of twelve, repeated while the server has more. */
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

/** A request that is older than this many ms is aborted when the network returns. */
const STUCK_MS = 5_000;

/** Events of one return to the page occur within this many ms. One response serves them all. */
const BUNCH_MS = 1_000;

/** The maximum time in ms that an animation on the screen may delay a sync. */
const PUT_OFF_MOST_MS = 6_000;

let quietUntil = 0;
let running: Promise<boolean> | null = null;
/**
 * True once the running sync has sent its request. A later call of `syncNow` then needs another request; an
 * earlier call shares it.
 */
let asks = false;
let again = false;
/**
 * True if a network event occurred after the request was sent. If that request fails, another one follows at
 * once.
 */
let againIfMissed = false;
let asking: { since: Instant; call: AbortController } | null = null;
/** When the last answered request was sent. */
let answered: Instant | null = null;
const synced = new Signal();
const missed = new Signal();

/**
 * watchSync calls the listener after each successful sync of this page, whatever started it. Returns the
 * unsubscribe function.
 */
export const watchSync = synced.watch;

/** watchMissedSync does the same for failed syncs. */
export const watchMissedSync = missed.watch;

/**
 * syncNow updates the device to what the server knows at the time of the call. If a request was already sent,
 * another one follows, so that no write is missed. Never rejects. Returns false without a member or without a
 * response.
 */
export function syncNow(): Promise<boolean> {
  if (running) again ||= asks;
  else running = syncUntilQuiet().finally(() => (running = null));
  return running;
}

/**
 * syncOnSign syncs after an event which shows that the network or the page is back. Such an event does not
 * mean that data changed. So the response to a request just sent is enough, and so is one just received.
 */
export function syncOnSign(): Promise<boolean> {
  if (!running && answered && passedSince(answered) < BUNCH_MS) return Promise.resolve(true);
  if (!running || !asking || passedSince(asking.since) > STUCK_MS) return syncNow();
  againIfMissed = true;
  return running;
}

/** syncEnd resolves when no sync is running; never rejects. */
export async function syncEnd(): Promise<void> {
  await running;
}

/** syncUnlessAt syncs unless the device is already at `place`. A cursor is `place` plus the lookup tags. */
export async function syncUnlessAt(member: Member, place: string | undefined): Promise<void> {
  const here = await inMember(member.memberId, cursorOf).catch(() => '');
  if (!place || !`${here}.`.startsWith(`${place}.`)) await syncNow();
}

/** putOffSync delays syncs while something moves on the screen. */
export function putOffSync(ms: number): void {
  quietUntil = performance.now() + Math.min(ms, PUT_OFF_MOST_MS);
}

/**
 * unstickSync aborts a request that has hung since before the network or the page returned. So the next
 * request is sent now, instead of after a timeout of a minute.
 */
export function unstickSync(): void {
  if (asking && passedSince(asking.since) > STUCK_MS) asking.call.abort(new ApiError(NETWORK));
}

export interface SyncTools {
  store: <T>(work: (db: MemberDb) => Promise<T>) => Promise<T>;
  ask: (cursor: string, chat?: string) => Promise<SyncAnswer>;
  /** Returns additional data that the request should also fetch; null for none. */
  ride?: () => Promise<ExtraSyncData | null>;
  now: () => number;
}

/**
 * catchUp sends requests and applies the responses until the server has no more. Throws if a response is lost
 * or cannot be applied.
 */
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
    // Another tab was faster, so continue from its cursor.
    if (!applied || (moreChat && !answer.more)) continue;
    if (!answer.more) return;
    if (answer.cursor === asked.cursor) throw new ApiError('INTERNAL_SERVER_ERROR', 200);
  }
}

/**
 * Returns whether the server cannot read the cursor. It would block the device forever, so the sync starts
 * again without a cursor.
 */
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

/** Additional data that a sync requests besides the changes: the conversation, once a page shows one. */
export interface ExtraSyncData {
  /** A parameter of `/api/sync`: the number after which messages are missing, or `new`. */
  asked: string;
  /** Returns true if there is more to ask for. */
  take: (part: ChatPart) => Promise<boolean>;
}

/** Called before each request to the server. Returns null if nothing is wanted. */
export type ExtraSyncProvider = (member: Member) => Promise<ExtraSyncData | null>;

let passenger: ExtraSyncProvider | null = null;

export function rideAlong(next: ExtraSyncProvider): void {
  passenger = next;
}

async function rideOf(member: Member): Promise<ExtraSyncData | null> {
  return passenger ? passenger(member) : null;
}

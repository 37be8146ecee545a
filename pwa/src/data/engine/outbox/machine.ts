/**
 * The state machine of one queued item: how long it waits, how often it is tried, whose turn it is
 * after a failure, and which item of a lane is next. Pure: no clock, no chance, no storage, no
 * network. See `index.ts` for the model.
 */
import { isLostCode, NETWORK, NOT_OURS, PICTURE_DAMAGED, STALE } from '../../api/errors';
import { ceilingOf } from '../../kit/retry';
import type { Kind, Lease, QueuedItem } from '../../storage/queued-item';
import { rulesOf } from './kinds';

/** A new item; the disk gives it its place in the queue. */
export function newItem<K extends Kind>({ id, kind, lane, now, file = NO_FILE }: NewItem<K>) {
  const item: Omit<QueuedItem, 'seq'> & { kind: K } = {
    id,
    kind,
    lane,
    state: 'queued',
    createdAt: now,
    capturedAt: now,
    tries: 0,
    ...file,
  };
  return item as QueuedItem & { kind: K };
}

const NO_FILE = { size: 0, mime: '', sha256: '' };

interface NewItem<K extends Kind> {
  id: string;
  kind: K;
  lane: string;
  now: number;
  file?: { size: number; mime: string; sha256: string };
}

export interface Failure {
  code: string;
  /** 0 where nothing answered. */
  status: number;
  /** Seconds, as the server asked. */
  retryAfter?: number;
}

export type Verdict =
  /** Try again later: the network's failures, a closed window, a server in trouble. */
  | 'again'
  /** The token is refused: wait for this member to sign in. */
  | 'login'
  /** The server has refused the content: only the member can help. */
  | 'member';

export const MAX_TRIES = 20;
/** An upload may take 300 s; a lease outlives it. */
export const UPLOAD_LEASE_MS = 330_000;

const DELAYS = { firstMs: 2_000, longestMs: 5 * 60_000 };
/** Beyond this a Retry-After is taken for a mistake. */
const LONGEST_RETRY_AFTER_S = 24 * 60 * 60;

const MEMBER_STATUS = new Set([400, 403, 404, 409, 413, 415, 422]);

/**
 * A status speaks only when our server gave it: a captive portal's 403 is no refusal. A status
 * that is on no list is tried again, since giving up a slip wrongly is the worse mistake.
 */
export function verdictOf({ code, status }: Failure): Verdict {
  if (code === PICTURE_DAMAGED) return 'member';
  if (code === NOT_OURS) return 'again';
  if (status === 401) return 'login';
  return MEMBER_STATUS.has(status) ? 'member' : 'again';
}

/**
 * Full jitter over 2 s doubling to 5 min, so that phones which lost one server do not come back
 * as one wave. What the server asked for is kept, and the jitter comes on top of it.
 */
export function retryDelay(tries: number, retryAfter: number | undefined, random: () => number): number {
  const asked = Math.min(retryAfter ?? 0, LONGEST_RETRY_AFTER_S) * 1000;
  return asked + Math.round(random() * ceilingOf(DELAYS, tries));
}

export type Outcome = { kind: 'acknowledged' } | ({ kind: 'failed' } & Failure);

export interface Attempt {
  now: number;
  random: () => number;
  tokenHash: string;
}

/** Where an attempt's outcome leads. Null is gone: nothing but an acknowledgement does that. */
export function transition(item: QueuedItem, outcome: Outcome, attempt: Attempt): QueuedItem | null {
  if (outcome.kind === 'acknowledged') return null;
  const { code, status, retryAfter } = outcome;
  const rested: QueuedItem = { ...atRest(item), lastError: { code, status } };
  const verdict = verdictOf(outcome);
  if (verdict === 'login') {
    return { ...rested, state: 'needs_login', refusedToken: attempt.tokenHash };
  }
  if (verdict === 'member' || item.tries >= MAX_TRIES) return { ...rested, state: 'needs_user' };
  return {
    ...rested,
    state: 'waiting',
    waitedFrom: attempt.now,
    nextAt: attempt.now + retryDelay(item.tries, retryAfter, attempt.random),
  };
}

/** The member says "try now", or "still send" of an old one: it starts afresh, in its old place. */
export function confirm(item: QueuedItem, now: number): QueuedItem {
  return { ...afresh(item), confirmedAt: now };
}

/**
 * The network is back. Whatever waits only because nothing answered is due now, and where the
 * member would have been asked for that reason alone, the question has answered itself. Half of
 * the tries remain, so that a line which swallows uploads but passes small calls still ends in
 * asking.
 */
export function hasten(item: QueuedItem, now: number): QueuedItem {
  if (!item.lastError || !isLostCode(item.lastError.code)) return item;
  if (item.state === 'waiting') return { ...item, nextAt: now };
  if (item.state !== 'needs_user') return item;
  return { ...item, state: 'waiting', waitedFrom: now, nextAt: now, tries: MAX_TRIES / 2 };
}

export interface Turn {
  now: number;
  tokenHash: string;
  lease: Lease;
  /** This context alone may drain (it holds the lock), so any lease it finds is a dead one's. */
  alone: boolean;
}

export interface Next {
  /** Items that changed without being sent: they step aside with a question. */
  asked: QueuedItem[];
  /** The lane's next item, already leased. */
  claimed?: QueuedItem;
  /** Where nothing can be claimed yet: when the lane's first item is due. */
  wakeAt?: number;
}

/**
 * The next of one lane, in order: what waits holds back those behind it, what needs the member
 * steps aside.
 */
export function nextOf(lane: QueuedItem[], turn: Turn): Next {
  const asked: QueuedItem[] = [];
  for (const item of lane) {
    if (item.state === 'needs_user') continue;
    const free = freeAt(item, turn);
    if (free > turn.now) return { asked, wakeAt: free === Infinity ? undefined : free };
    const question = questionAbout(item, turn.now);
    if (question) asked.push(question);
    else return { asked, claimed: claim(item, turn.lease) };
  }
  return { asked };
}

/** From when on nobody else holds the item and nothing holds it back; Infinity without a time. */
function freeAt(item: QueuedItem, { now, tokenHash, alone }: Turn): number {
  const { state, lease, nextAt = 0, waitedFrom = 0 } = item;
  if (state === 'sending' && lease && !alone) return now < lease.from ? now : lease.until;
  if (state === 'waiting') return now < waitedFrom ? now : nextAt;
  if (state === 'needs_login' && tokenHash && item.refusedToken === tokenHash) return Infinity;
  return now;
}

function questionAbout(item: QueuedItem, now: number): QueuedItem | null {
  const age = now - (item.confirmedAt ?? item.createdAt);
  if (age > rulesOf(item).staleAfterMs) {
    return { ...atRest(item), state: 'needs_user', lastError: { code: STALE, status: 0 } };
  }
  if (item.tries < MAX_TRIES) return null;
  // Interrupted in its last attempt: no outcome was written.
  const lastError = item.lastError ?? { code: NETWORK, status: 0 };
  return { ...atRest(item), state: 'needs_user', lastError };
}

/** The try counts from here: an attempt that takes the app down with it must count too. */
function claim(item: QueuedItem, lease: Lease): QueuedItem {
  return { ...atRest(item), state: 'sending', tries: item.tries + 1, lease };
}

/** As new, in its old place. */
export function afresh(item: QueuedItem): QueuedItem {
  const { lastError: _, refusedToken: __, ...kept } = atRest(item);
  return { ...kept, state: 'queued', tries: 0 };
}

function atRest(item: QueuedItem): QueuedItem {
  const { lease: _, nextAt: __, waitedFrom: ___, ...rested } = item;
  return rested;
}

/**
 * The state machine of one queued item. It decides:
 *
 *   how long an item waits, and how often it is tried
 *   who acts after a failure
 *   which item of a lane is next
 *
 * Pure: no clock, no randomness, no storage, no network. See `index.ts` for the model.
 */
import { isNoResponseCode, NETWORK, NOT_OURS, PICTURE_DAMAGED, STALE } from '../../api/errors';
import { longestWait } from '../../kit/retry';
import type { Kind, Lease, QueuedItem } from '../../storage/queued-item';
import { rulesOf } from './kinds';

/** newItem returns a new item without its position; the database assigns that. */
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
  /** 0 if there was no response. */
  status: number;
  /** The Retry-After of the response, in seconds. */
  retryAfter?: number;
}

export type FailureAction =
  /** Try again later: network failures, the daily period without uploads, a server error. */
  | 'retry'
  /** The token was refused: wait until this member logs in. */
  | 'waitForLogin'
  /** The server has refused the content: only the member can help. */
  | 'askMember';

export const MAX_TRIES = 20;
/** The duration of a lease in ms. It is longer than an upload may take (300 s). */
export const UPLOAD_LEASE_MS = 330_000;

const DELAYS = { firstMs: 2_000, longestMs: 5 * 60_000 };
/** A longer Retry-After, in seconds, is treated as a mistake. */
const LONGEST_RETRY_AFTER_S = 24 * 60 * 60;

const REFUSAL_STATUS = new Set([400, 403, 404, 409, 413, 415, 422]);

/**
 * actionAfterFailure returns the action that follows a failure. It uses a status only if our server sent it: a captive
 * portal's 403 is no refusal. An unlisted status is tried again, since giving up a slip by mistake would be
 * worse.
 */
export function actionAfterFailure({ code, status }: Failure): FailureAction {
  if (code === PICTURE_DAMAGED) return 'askMember';
  if (code === NOT_OURS) return 'retry';
  if (status === 401) return 'waitForLogin';
  return REFUSAL_STATUS.has(status) ? 'askMember' : 'retry';
}

/**
 * retryDelay returns a random delay in ms. Its maximum is 2 s and doubles with each try, up to 5 min. So
 * devices that lost the server together do not retry together. The server's Retry-After is added.
 */
export function retryDelay(tries: number, retryAfter: number | undefined, random: () => number): number {
  const retryAfterMs = Math.min(retryAfter ?? 0, LONGEST_RETRY_AFTER_S) * 1000;
  return retryAfterMs + Math.round(random() * longestWait(DELAYS, tries));
}

export type Outcome = { kind: 'acknowledged' } | ({ kind: 'failed' } & Failure);

export interface Attempt {
  now: number;
  random: () => number;
  tokenHash: string;
}

/**
 * applyOutcome returns the item after an attempt. It returns null if the item is done, which only an
 * acknowledgement causes.
 */
export function applyOutcome(item: QueuedItem, outcome: Outcome, attempt: Attempt): QueuedItem | null {
  if (outcome.kind === 'acknowledged') return null;
  const { code, status, retryAfter } = outcome;
  const idleItem: QueuedItem = { ...withoutLease(item), lastError: { code, status } };
  const action = actionAfterFailure(outcome);
  if (action === 'waitForLogin') {
    return { ...idleItem, state: 'needs_login', refusedToken: attempt.tokenHash };
  }
  if (action === 'askMember' || item.tries >= MAX_TRIES) return { ...idleItem, state: 'needs_user' };
  return {
    ...idleItem,
    state: 'waiting',
    waitedFrom: attempt.now,
    nextAt: attempt.now + retryDelay(item.tries, retryAfter, attempt.random),
  };
}

/**
 * withConfirmation returns the item after "try now", or "still send" for an old item. It starts again at its
 * old position.
 */
export function withConfirmation(item: QueuedItem, now: number): QueuedItem {
  return { ...resetItem(item), confirmedAt: now };
}

/**
 * makeDueNow returns the item after the network has returned. An item that waits only because there was no
 * response is due now. An item that needs the member only for that reason is sent again without asking, and
 * its tries are set to half of the maximum. A network may pass small calls but never an upload. Then the
 * member must be asked.
 */
export function makeDueNow(item: QueuedItem, now: number): QueuedItem {
  if (!item.lastError || !isNoResponseCode(item.lastError.code)) return item;
  if (item.state === 'waiting') return { ...item, nextAt: now };
  if (item.state !== 'needs_user') return item;
  return { ...item, state: 'waiting', waitedFrom: now, nextAt: now, tries: MAX_TRIES / 2 };
}

export interface LeaseContext {
  now: number;
  tokenHash: string;
  lease: Lease;
  /**
   * True if only this context may drain, because it holds the lock. Then the context that
   * owns an existing lease has ended.
   */
  holdsLock: boolean;
}

export interface NextItem {
  /** Items that now need the member without having been sent. The lane skips them. */
  needingMember: QueuedItem[];
  /** The lane's next item, already leased. */
  leased?: QueuedItem;
  /** When the lane's first item is due, if none can be leased yet. */
  wakeAt?: number;
}

/**
 * nextItem returns the next item of one lane, in order. A waiting item holds back the items behind it. An
 * item that needs the member is skipped.
 */
export function nextItem(lane: QueuedItem[], context: LeaseContext): NextItem {
  const needingMember: QueuedItem[] = [];
  for (const item of lane) {
    if (item.state === 'needs_user') continue;
    const leasable = leasableAt(item, context);
    if (leasable > context.now)
      return { needingMember, wakeAt: leasable === Infinity ? undefined : leasable };
    const blocked = asNeedingMember(item, context.now);
    if (blocked) needingMember.push(blocked);
    else return { needingMember, leased: leaseItem(item, context.lease) };
  }
  return { needingMember };
}

/**
 * Returns when the item may be leased: no other context has leased it, and its waiting time is over. Returns
 * Infinity if waiting does not make it leasable.
 */
function leasableAt(item: QueuedItem, { now, tokenHash, holdsLock }: LeaseContext): number {
  const { state, lease, nextAt = 0, waitedFrom = 0 } = item;
  if (state === 'sending' && lease && !holdsLock) return now < lease.from ? now : lease.until;
  if (state === 'waiting') return now < waitedFrom ? now : nextAt;
  if (state === 'needs_login' && tokenHash && item.refusedToken === tokenHash) return Infinity;
  return now;
}

/** Returns the item that now needs the member, or null if it can be sent. */
function asNeedingMember(item: QueuedItem, now: number): QueuedItem | null {
  const age = now - (item.confirmedAt ?? item.createdAt);
  if (age > rulesOf(item).staleAfterMs) {
    return { ...withoutLease(item), state: 'needs_user', lastError: { code: STALE, status: 0 } };
  }
  if (item.tries < MAX_TRIES) return null;
  // The item was interrupted in its last attempt, so no outcome was stored.
  const lastError = item.lastError ?? { code: NETWORK, status: 0 };
  return { ...withoutLease(item), state: 'needs_user', lastError };
}

/**
 * Returns the leased item. The try is counted now, because an attempt that crashes the app must count too.
 */
function leaseItem(item: QueuedItem, lease: Lease): QueuedItem {
  return { ...withoutLease(item), state: 'sending', tries: item.tries + 1, lease };
}

/** resetItem returns the item as queued, without its error and tries, at its old position. */
export function resetItem(item: QueuedItem): QueuedItem {
  const { lastError: _, refusedToken: __, ...kept } = withoutLease(item);
  return { ...kept, state: 'queued', tries: 0 };
}

function withoutLease(item: QueuedItem): QueuedItem {
  const { lease: _, nextAt: __, waitedFrom: ___, ...idleItem } = item;
  return idleItem;
}

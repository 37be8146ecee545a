// @pure
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NETWORK, NOT_OURS, STALE, TIMEOUT } from '../../api/errors';
import type { QueuedItem } from '../../storage/queued-item';
import { slip } from '../../domains/slip/kind';
import '../../domains/slip/registration';
import '../../domains/chat/registration';
import {
  withConfirmation,
  makeDueNow,
  MAX_TRIES,
  newItem,
  nextItem,
  retryDelay,
  applyOutcome,
  actionAfterFailure,
  type Attempt,
  type Outcome,
  type LeaseContext,
} from './machine';

const STALE_AFTER_MS = slip.staleAfterMs;

const NOW = 1_700_000_000_000;
const HOUR = 3_600_000;
const attempt: Attempt = { now: NOW, random: () => 1, tokenHash: 'token-1' };
const turn: LeaseContext = {
  now: NOW,
  tokenHash: 'token-1',
  holdsLock: true,
  lease: { owner: 'me', from: NOW, until: NOW + 330_000 },
};
const leaseOf = (from: number, until: number) => ({ owner: 'other', from, until });

function item(changes: Partial<QueuedItem> = {}): QueuedItem {
  return {
    seq: 1,
    id: 'a',
    lane: 'slip',
    kind: 'slip',
    state: 'queued',
    createdAt: NOW,
    capturedAt: NOW,
    tries: 0,
    size: 3,
    mime: 'image/png',
    sha256: 'abc',
    ...changes,
  };
}

const sending = (changes: Partial<QueuedItem> = {}) =>
  item({ state: 'sending', tries: 1, lease: turn.lease, ...changes });
const second = item({ seq: 2, id: 'b' });

const failed = (status: number, code: string, retryAfter?: number) =>
  ({ kind: 'failed', status, code, retryAfter }) as const;

it('a new item has no tries, and no file facts without a file', () => {
  const fresh = { id: 'c', kind: 'chat', lane: 'chat', state: 'queued', tries: 0 };
  const noFile = { size: 0, mime: '', sha256: '' };

  expect(newItem({ id: 'c', kind: 'chat', lane: 'chat', now: NOW })).toEqual({
    ...fresh,
    ...noFile,
    createdAt: NOW,
    capturedAt: NOW,
  });
});

describe('the outcome of an attempt', () => {
  it('only an acknowledgement removes an item', () => {
    expect(applyOutcome(sending(), { kind: 'acknowledged' }, attempt)).toBeNull();
    for (const status of [0, 200, 400, 401, 404, 409, 410, 413, 422, 429, 500, 503]) {
      expect(applyOutcome(sending(), failed(status, 'CODE'), attempt)).not.toBeNull();
    }
  });

  const waiting = { state: 'waiting', waitedFrom: NOW, nextAt: NOW + 2_000 } as const;
  it.each<[string, number, Outcome & { kind: 'failed' }, Partial<QueuedItem>]>([
    ['no response', 1, failed(0, NETWORK), waiting],
    ['refused content', 1, failed(413, 'SLIP_INVALID_FILE'), { state: 'needs_user' }],
    ['a refused token', 1, failed(401, 'X'), { state: 'needs_login', refusedToken: 'token-1' }],
    [
      'a server error at the last try but one',
      MAX_TRIES - 1,
      failed(500, 'X'),
      { ...waiting, nextAt: NOW + 300_000 },
    ],
    ['a server error at the last try', MAX_TRIES, failed(500, 'X'), { state: 'needs_user' }],
  ])('%s sets the item’s state and reason, and ends its lease', (_, tries, outcome, changes) => {
    const { code, status } = outcome;
    const { lease: _lease, ...rest } = sending({ tries });

    expect(applyOutcome(sending({ tries }), outcome, attempt)).toEqual({
      ...rest,
      lastError: { code, status },
      ...changes,
    });
  });

  // spec D3.24
  it('an item waits until closed uploads open again', () => {
    const next = applyOutcome(sending(), failed(503, 'SLIP_UPLOAD_FAIL', 3600), attempt);

    expect(next).toMatchObject({ state: 'waiting', nextAt: NOW + HOUR + 2_000 });
  });
});

const refusedItem = item({
  state: 'needs_login',
  refusedToken: 'token-1',
  lastError: { code: 'invalid-token', status: 401 },
});
const oldItem = item({ createdAt: NOW - STALE_AFTER_MS - 1 });
const waitingItem = item({ state: 'waiting', waitedFrom: NOW, nextAt: NOW + 5_000 });
const leasedItem = sending({ lease: leaseOf(NOW - 1_000, NOW + 60_000) });
const withoutLock = { holdsLock: false };

describe('the next item of a lane', () => {
  it('the next item is leased, and its try is counted before it is sent', () => {
    const { leased } = nextItem([{ ...waitingItem, nextAt: NOW }, second], turn);

    expect(leased).toEqual(item({ state: 'sending', tries: 1, lease: turn.lease }));
  });

  it.each<[string, QueuedItem, Partial<LeaseContext>?]>([
    ['due at this moment', waitingItem, { now: NOW + 5_000 }],
    [
      'waiting since a future time, because the clock was turned back',
      { ...waitingItem, waitedFrom: NOW + HOUR },
    ],
    ['exactly a day old', item({ createdAt: NOW - STALE_AFTER_MS })],
    ['a message of any age', item({ kind: 'chat', lane: 'chat', createdAt: NOW - 365 * STALE_AFTER_MS })],
    ['old, and confirmed by the member', withConfirmation({ ...oldItem, state: 'needs_user' }, NOW)],
    ['refused under another token of the member', refusedItem, { tokenHash: 'token-2' }],
    ['refused, on a page that cannot hash tokens', { ...refusedItem, refusedToken: '' }, { tokenHash: '' }],
    ['being sent under another token after a refusal', sending({ refusedToken: 'token-1' })],
    ['refused, and confirmed by the member', withConfirmation(refusedItem, NOW)],
    ['leased by a closed context, because this context holds the lock', leasedItem],
    ['leased until this moment', leasedItem, { ...withoutLock, now: NOW + 60_000 }],
    [
      'leased from a future time, because the clock was turned back',
      { ...leasedItem, lease: leaseOf(NOW + HOUR, NOW + 2 * HOUR) },
      withoutLock,
    ],
    ['leased, but not being sent', item({ lease: leasedItem.lease }), withoutLock],
  ])('the first item is next if it is %s', (_, first, changes) => {
    const { leased } = nextItem([first, second], { ...turn, ...changes });

    expect(leased).toMatchObject({ id: 'a', lease: { owner: 'me' } });
  });

  it.each<[string, QueuedItem, Partial<LeaseContext>, number | undefined]>([
    ['waits', waitingItem, {}, NOW + 5_000],
    ['is leased to another context', leasedItem, withoutLock, NOW + 60_000],
    [
      'is leased to another context from this moment on',
      { ...leasedItem, lease: leaseOf(NOW, NOW + 60_000) },
      withoutLock,
      NOW + 60_000,
    ],
    ['was refused under this token', refusedItem, {}, undefined],
  ])('no item is next while the first one %s', (_, first, changes, wakeAt) => {
    expect(nextItem([first, second], { ...turn, ...changes })).toEqual({ needingMember: [], wakeAt });
  });

  it('an item that needs the member is skipped', () => {
    expect(nextItem([item({ state: 'needs_user' }), second], turn).leased?.id).toBe('b');
  });

  const known = { code: 'SLIP_UPLOAD_FAIL', status: 503 };
  const noResponse = { code: NETWORK, status: 0 };
  it.each<[string, QueuedItem, object]>([
    ['is more than a day old', oldItem, { code: STALE, status: 0 }],
    ['crashed the app in each of its tries', sending({ tries: MAX_TRIES }), noResponse],
    ['failed for a known reason before its last try', sending({ tries: MAX_TRIES, lastError: known }), known],
  ])('an item that %s needs the member and is skipped', (_, first, lastError) => {
    const { needingMember, leased } = nextItem([first, second], turn);

    const { lease: _lease, ...rest } = first;
    expect(needingMember).toEqual([{ ...rest, state: 'needs_user', lastError }]);
    expect(leased?.id).toBe('b');
  });
});

it('a confirmed item starts again without its reason', () => {
  const { refusedToken: _, lastError: __, ...rest } = refusedItem;

  expect(withConfirmation({ ...refusedItem, tries: 7 }, NOW)).toEqual({
    ...rest,
    state: 'queued',
    confirmedAt: NOW,
  });
});

describe('when the network is back', () => {
  const lastError = { code: NETWORK, status: 0 };

  it('an item that waited for a response is due', () => {
    expect(makeDueNow({ ...waitingItem, lastError }, NOW)).toEqual({
      ...waitingItem,
      lastError,
      nextAt: NOW,
    });
  });

  it('an item that needs the member for lack of a response is due, with half of the tries', () => {
    const next = makeDueNow(item({ state: 'needs_user', lastError, tries: MAX_TRIES }), NOW);

    expect(next).toMatchObject({ state: 'waiting', waitedFrom: NOW, nextAt: NOW, tries: MAX_TRIES / 2 });
    expect(nextItem([next], turn).leased?.id).toBe('a');
  });

  it.each<[string, Partial<QueuedItem>]>([
    ['is queued', { state: 'queued', lastError }],
    ['is being sent', { state: 'sending', lastError, tries: 3 }],
    ['waits for a login', { state: 'needs_login', lastError }],
    ['waits without an error', { state: 'waiting', nextAt: NOW + 300_000 }],
    [
      'waits as the server requested',
      { state: 'waiting', lastError: { code: 'SLIP_UPLOAD_FAIL', status: 503 }, nextAt: NOW + 300_000 },
    ],
    ['was refused', { state: 'needs_user', lastError: { code: 'SLIP_NO_FILE', status: 400 } }],
  ])('an item that %s is unchanged', (_, changes) => {
    const other = item(changes);

    expect(makeDueNow(other, NOW)).toBe(other);
  });
});

describe('the action after a failure', () => {
  it.each([
    [NETWORK, 0, 'retry'],
    [TIMEOUT, 0, 'retry'],
    ['REQUEST_TIMEOUT', 408, 'retry'],
    ['TOO_EARLY', 425, 'retry'],
    ['REQUEST_LIMIT', 429, 'retry'],
    ['INTERNAL_SERVER_ERROR', 500, 'retry'],
    ['SLIP_UPLOAD_FAIL', 503, 'retry'],
    ['gone', 410, 'retry'],
    ['invalid-token', 401, 'waitForLogin'],
    ['SLIP_NO_FILE', 400, 'askMember'],
    ['UNAUTHORIZED', 403, 'askMember'],
    ['NO_DATA', 404, 'askMember'],
    ['KEY_INVALID', 409, 'askMember'],
    ['SLIP_INVALID_FILE', 413, 'askMember'],
    ['SLIP_INVALID_FILE', 415, 'askMember'],
    ['KEY_INVALID', 422, 'askMember'],
  ])('%s with status %i is %s', (code, status, action) => {
    expect(actionAfterFailure({ code, status })).toBe(action);
  });

  it('a status that our server did not send is ignored', () => {
    for (const status of [200, 302, 400, 401, 403, 404, 413]) {
      expect(actionAfterFailure({ code: NOT_OURS, status })).toBe('retry');
    }
  });

  it('an unknown status never gives up a slip', () => {
    expect(actionAfterFailure({ code: 'SOMETHING_NEW', status: 451 })).toBe('retry');
  });
});

describe('the retry delay', () => {
  it('the retry delay doubles from two seconds to five minutes', () => {
    const longest = [1, 2, 3, 4, 8, 9, 20].map((tries) => retryDelay(tries, undefined, () => 1));

    expect(longest).toEqual([2_000, 4_000, 8_000, 16_000, 256_000, 300_000, 300_000]);
  });

  it('the retry delay is random between nothing and its ceiling', () => {
    expect(retryDelay(3, undefined, () => 0)).toBe(0);
    expect(retryDelay(3, undefined, () => 0.5)).toBe(4_000);
  });

  it('the retry delay is at least Retry-After, and at most Retry-After plus the ceiling', () => {
    const tries = fc.integer({ min: 1, max: 20 });
    const retryAfter = fc.integer({ min: 0, max: 86_400 });
    const chance = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(tries, retryAfter, chance, (tries, retryAfter, chance) => {
        const delay = retryDelay(tries, retryAfter, () => chance);
        expect(delay).toBeGreaterThanOrEqual(retryAfter * 1000);
        expect(delay).toBeLessThanOrEqual(retryAfter * 1000 + 300_000);
      }),
    );
  });

  it('a Retry-After of a year is limited to a day', () => {
    expect(retryDelay(1, 365 * 86_400, () => 0)).toBe(86_400_000);
  });
});

// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { NETWORK, STALE } from '../api/errors';
import type { QueuedItem } from './item';
import { kinds } from './kinds/table';
import { confirm, hasten, newItem, nextOf, transition, type Attempt, type Turn } from './machine';
import { MAX_TRIES } from './policy';

const STALE_AFTER_MS = kinds.slip.staleAfterMs;

const NOW = 1_700_000_000_000;
const attempt: Attempt = { now: NOW, random: () => 1, tokenHash: 'token-1' };
const turn: Turn = {
  now: NOW,
  tokenHash: 'token-1',
  alone: true,
  lease: { owner: 'me', from: NOW, until: NOW + 330_000 },
};

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

const failed = (status: number, code: string, retryAfter?: number) =>
  ({ kind: 'failed', status, code, retryAfter }) as const;

it('what is new has never been tried, and what has no file has none of a file’s facts', () => {
  const fresh = { id: 'c', kind: 'chat', lane: 'chat', state: 'queued', tries: 0 };
  const noFile = { size: 0, mime: '', sha256: '' };

  expect(newItem({ id: 'c', kind: 'chat', lane: 'chat', now: NOW })).toEqual({
    ...fresh,
    ...noFile,
    createdAt: NOW,
    capturedAt: NOW,
  });
});

describe('after an attempt', () => {
  it('is gone only when acknowledged', () => {
    expect(transition(sending(), { kind: 'acknowledged' }, attempt)).toBeNull();
    for (const status of [0, 200, 400, 401, 404, 409, 410, 413, 422, 429, 500, 503]) {
      expect(transition(sending(), failed(status, 'CODE'), attempt)).not.toBeNull();
    }
  });

  it('waits, with a time, when nothing answered', () => {
    const next = transition(sending(), failed(0, NETWORK), attempt);

    const lastError = { code: NETWORK, status: 0 };
    expect(next).toMatchObject({
      state: 'waiting',
      waitedFrom: NOW,
      nextAt: NOW + 2_000,
      tries: 1,
      lastError,
    });
    expect(next).not.toHaveProperty('lease');
  });

  // spec D3.24
  it('waits until the window opens again when uploads are closed', () => {
    const next = transition(sending(), failed(503, 'SLIP_UPLOAD_FAIL', 3600), attempt);

    expect(next).toMatchObject({ state: 'waiting', nextAt: NOW + 3_600_000 + 2_000 });
  });

  it('keeps the reason when the content is refused', () => {
    const next = transition(sending(), failed(413, 'SLIP_INVALID_FILE'), attempt);

    const lastError = { code: 'SLIP_INVALID_FILE', status: 413 };
    expect(next).toMatchObject({ state: 'needs_user', lastError });
    expect(next).not.toHaveProperty('lease');
    expect(next).not.toHaveProperty('nextAt');
  });

  it('asks after twenty tries of anything', () => {
    const last = transition(sending({ tries: MAX_TRIES }), failed(500, 'X'), attempt);
    const one = transition(sending({ tries: MAX_TRIES - 1 }), failed(500, 'X'), attempt);

    expect(last?.state).toBe('needs_user');
    expect(one?.state).toBe('waiting');
  });
});

describe('a refused token', () => {
  const refused = transition(sending(), failed(401, 'invalid-token'), attempt) as QueuedItem;

  it('makes the item wait for the member to sign in', () => {
    expect(refused.state).toBe('needs_login');
    expect(nextOf([refused], turn)).toEqual({ asked: [], wakeAt: undefined });
  });

  it('is followed by any other token of the same member', () => {
    expect(nextOf([refused], { ...turn, tokenHash: 'token-2' }).claimed?.id).toBe('a');
  });

  it('does not keep an item that was being sent under another one since', () => {
    const interrupted = sending({ refusedToken: 'token-1' });

    expect(nextOf([interrupted], turn).claimed?.id).toBe('a');
  });

  it('holds nothing back on a page that cannot tell tokens apart', () => {
    const unknown = { ...refused, refusedToken: '' };

    expect(nextOf([unknown], { ...turn, tokenHash: '' }).claimed?.id).toBe('a');
  });

  it('is forgotten once the member says to try now', () => {
    const again = confirm(refused, NOW);

    expect(again).toMatchObject({ state: 'queued', tries: 0, confirmedAt: NOW });
    expect(again).not.toHaveProperty('refusedToken');
    expect(again).not.toHaveProperty('lastError');
    expect(nextOf([again], turn).claimed?.id).toBe('a');
  });
});

describe('the next of a lane', () => {
  it('is the first, and its try counts before it is sent', () => {
    const next = nextOf([item(), item({ seq: 2, id: 'b' })], turn);

    expect(next.claimed).toMatchObject({ id: 'a', state: 'sending', tries: 1, lease: turn.lease });
  });

  it('is held back by one that waits', () => {
    const waiting = item({ state: 'waiting', waitedFrom: NOW - 1, nextAt: NOW + 5_000 });

    const next = nextOf([waiting, item({ seq: 2, id: 'b' })], turn);

    expect(next).toEqual({ asked: [], wakeAt: NOW + 5_000 });
  });

  it('is due at the very moment it waited for, and not before', () => {
    const waiting = item({ state: 'waiting', waitedFrom: NOW, nextAt: NOW + 5_000 });

    expect(nextOf([waiting], turn)).toEqual({ asked: [], wakeAt: NOW + 5_000 });
    const due = nextOf([waiting], { ...turn, now: NOW + 5_000 }).claimed;
    expect(due).toMatchObject({ state: 'sending' });
    expect(due).not.toHaveProperty('nextAt');
    expect(due).not.toHaveProperty('waitedFrom');
  });

  it('passes one that needs the member', () => {
    const aside = item({ state: 'needs_user' });

    expect(nextOf([aside, item({ seq: 2, id: 'b' })], turn).claimed?.id).toBe('b');
  });

  it('is asked about, not sent, when it is older than a day', () => {
    const old = item({ createdAt: NOW - STALE_AFTER_MS - 1 });

    const next = nextOf([old, item({ seq: 2, id: 'b' })], turn);

    expect(next.asked).toMatchObject([{ id: 'a', state: 'needs_user', lastError: { code: STALE } }]);
    expect(next.claimed?.id).toBe('b');
  });

  it('is sent without a question up to a whole day, and what is said in the chat at any age', () => {
    const lastMoment = item({ createdAt: NOW - STALE_AFTER_MS });
    const said = item({ kind: 'chat', lane: 'chat', createdAt: NOW - 365 * STALE_AFTER_MS });

    expect(nextOf([lastMoment], turn).claimed?.id).toBe('a');
    expect(nextOf([said], turn).claimed?.id).toBe('a');
  });

  it('is sent once the member said to send the old one still', () => {
    const old = item({ createdAt: NOW - STALE_AFTER_MS - 1, state: 'needs_user' });

    expect(nextOf([confirm(old, NOW)], turn).claimed?.id).toBe('a');
  });

  it('is asked about when each of twenty attempts took the app down', () => {
    const crashed = sending({ tries: MAX_TRIES });

    const next = nextOf([crashed], turn);

    expect(next.asked).toMatchObject([{ state: 'needs_user', lastError: { code: NETWORK, status: 0 } }]);
    expect(next.asked[0]).not.toHaveProperty('lease');
    expect(next.claimed).toBeUndefined();
  });

  it('is asked about with the reason that is known, where the last attempt left none', () => {
    const lastError = { code: 'SLIP_UPLOAD_FAIL', status: 503 };

    const next = nextOf([sending({ tries: MAX_TRIES, lastError })], turn);

    expect(next.asked).toMatchObject([{ state: 'needs_user', lastError }]);
  });

  it('does not wait for a time that a turned-back clock has moved away', () => {
    const set = NOW + 3_600_000;
    const waiting = item({ state: 'waiting', waitedFrom: set, nextAt: set + 2_000 });

    expect(nextOf([waiting], turn).claimed?.id).toBe('a');
  });
});

describe('a lease', () => {
  const other = sending({ lease: { owner: 'other', from: NOW - 1_000, until: NOW + 60_000 } });

  it('keeps others away while it runs', () => {
    expect(nextOf([other], { ...turn, alone: false })).toEqual({ asked: [], wakeAt: NOW + 60_000 });
  });

  it('holds from its first moment', () => {
    const begun = sending({ lease: { owner: 'other', from: NOW, until: NOW + 60_000 } });

    expect(nextOf([begun], { ...turn, alone: false }).claimed).toBeUndefined();
  });

  it('does not hold for hours because the clock was turned back', () => {
    const ahead = sending({ lease: { owner: 'other', from: NOW + 3_600_000, until: NOW + 3_660_000 } });

    expect(nextOf([ahead], { ...turn, alone: false }).claimed?.lease?.owner).toBe('me');
  });

  it('is no hindrance to an item that is not being sent', () => {
    const left = item({ lease: other.lease });

    expect(nextOf([left], { ...turn, alone: false }).claimed?.lease?.owner).toBe('me');
  });

  it('is void once it ran out', () => {
    const later = { ...turn, now: NOW + 60_000, alone: false };

    expect(nextOf([other], later).claimed?.lease?.owner).toBe('me');
  });

  it('is a dead context’s where the lock says that nobody else is at it', () => {
    expect(nextOf([other], turn).claimed?.lease?.owner).toBe('me');
  });
});

describe('when the network is back', () => {
  const lastError = { code: NETWORK, status: 0 };

  it('what waited for it is due', () => {
    const waiting = item({ state: 'waiting', lastError, nextAt: NOW + 300_000 });

    expect(hasten(waiting, NOW)).toMatchObject({ state: 'waiting', nextAt: NOW });
  });

  it('the question about it has answered itself, for half as many tries', () => {
    const asked = item({ state: 'needs_user', lastError, tries: MAX_TRIES });

    const next = hasten(asked, NOW);

    expect(next).toMatchObject({ state: 'waiting', waitedFrom: NOW, nextAt: NOW, tries: MAX_TRIES / 2 });
    expect(nextOf([next], turn).claimed?.id).toBe('a');
  });

  it('what is queued, being sent or waits for a login is left as it is', () => {
    for (const state of ['queued', 'sending', 'needs_login'] as const) {
      const other = item({ state, lastError, tries: 3 });

      expect(hasten(other, NOW)).toBe(other);
    }
  });

  it('what waits for another reason than an error is left as it is', () => {
    const waiting = item({ state: 'waiting', nextAt: NOW + 300_000 });

    expect(hasten(waiting, NOW)).toBe(waiting);
  });

  it('what the server asked to wait for keeps waiting', () => {
    const closed = item({
      state: 'waiting',
      lastError: { code: 'SLIP_UPLOAD_FAIL', status: 503 },
      nextAt: NOW + 300_000,
    });

    expect(hasten(closed, NOW)).toBe(closed);
  });

  it('what the server refused stays with the member', () => {
    const refused = item({ state: 'needs_user', lastError: { code: 'SLIP_NO_FILE', status: 400 } });

    expect(hasten(refused, NOW)).toBe(refused);
  });
});

// @pure
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NETWORK, NOT_OURS, TIMEOUT } from '../../api/errors';
import { retryDelay, verdictOf } from './policy';

describe('verdict of a failure', () => {
  it.each([
    [NETWORK, 0, 'again'],
    [TIMEOUT, 0, 'again'],
    ['REQUEST_TIMEOUT', 408, 'again'],
    ['TOO_EARLY', 425, 'again'],
    ['REQUEST_LIMIT', 429, 'again'],
    ['INTERNAL_SERVER_ERROR', 500, 'again'],
    ['SLIP_UPLOAD_FAIL', 503, 'again'],
    ['gone', 410, 'again'],
    ['invalid-token', 401, 'login'],
    ['SLIP_NO_FILE', 400, 'member'],
    ['UNAUTHORIZED', 403, 'member'],
    ['NO_DATA', 404, 'member'],
    ['KEY_INVALID', 409, 'member'],
    ['SLIP_INVALID_FILE', 413, 'member'],
    ['SLIP_INVALID_FILE', 415, 'member'],
    ['KEY_INVALID', 422, 'member'],
  ])('%s with status %i is %s', (code, status, verdict) => {
    expect(verdictOf({ code, status })).toBe(verdict);
  });

  it('takes no status for ours that our server did not give', () => {
    for (const status of [200, 302, 400, 401, 403, 404, 413]) {
      expect(verdictOf({ code: NOT_OURS, status })).toBe('again');
    }
  });

  it('never gives up a slip for a status nobody thought of', () => {
    expect(verdictOf({ code: 'SOMETHING_NEW', status: 451 })).toBe('again');
  });
});

describe('retry delay', () => {
  it('doubles from two seconds up to five minutes', () => {
    const longest = [1, 2, 3, 4, 8, 9, 20].map((tries) => retryDelay(tries, undefined, () => 1));

    expect(longest).toEqual([2_000, 4_000, 8_000, 16_000, 256_000, 300_000, 300_000]);
  });

  it('spreads over the whole time, from none to all', () => {
    expect(retryDelay(3, undefined, () => 0)).toBe(0);
    expect(retryDelay(3, undefined, () => 0.5)).toBe(4_000);
  });

  it('is never shorter than the server asked, and never longer than that and the cap', () => {
    const tries = fc.integer({ min: 1, max: 20 });
    const asked = fc.integer({ min: 0, max: 86_400 });
    const chance = fc.double({ min: 0, max: 1, noNaN: true });
    fc.assert(
      fc.property(tries, asked, chance, (tries, asked, chance) => {
        const delay = retryDelay(tries, asked, () => chance);
        expect(delay).toBeGreaterThanOrEqual(asked * 1000);
        expect(delay).toBeLessThanOrEqual(asked * 1000 + 300_000);
      }),
    );
  });

  it('does not believe a server that asks for a year', () => {
    expect(retryDelay(1, 365 * 86_400, () => 0)).toBe(86_400_000);
  });
});

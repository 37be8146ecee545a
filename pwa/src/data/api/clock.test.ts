import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  instantNow,
  isServerTimeSure,
  noteServerDate,
  elapsedSince,
  serverNow,
  waitForServerTime,
} from './clock';

describe('the server’s clock', () => {
  const now = Date.parse('2026-11-21T07:00:00Z');
  beforeEach(() => {
    vi.useFakeTimers({ now });
  });
  afterEach(() => {
    noteServerDate(new Date(now).toUTCString());
    vi.useRealTimers();
  });

  it.each([
    ['ten minutes fast', '2026-11-21T06:50:00Z'],
    ['an hour slow', '2026-11-21T08:00:00Z'],
  ])('a phone that is %s uses the server’s time', (_, serverTime) => {
    noteServerDate(new Date(serverTime).toUTCString());

    expect(serverNow()).toBe(Date.parse(serverTime));
  });

  it('a difference within the uncertainty of the Date header counts as none', () => {
    noteServerDate(new Date(now - 2_000).toUTCString());

    expect(serverNow()).toBe(now);
  });

  it('the server’s time is sure after a response, and unsure from a change of the phone’s clock until the next response', async () => {
    noteServerDate(new Date(now).toUTCString());
    expect(isServerTimeSure()).toBe(true);

    vi.setSystemTime(now - 24 * 3_600_000);
    expect(isServerTimeSure()).toBe(false);
    const sure = waitForServerTime();
    noteServerDate(new Date(now).toUTCString());
    await sure;

    expect(isServerTimeSure()).toBe(true);
    expect(serverNow()).toBe(now);
  });

  it('a response without a date leaves the clock unchanged', () => {
    noteServerDate('Sat, 21 Nov 2026 08:00:00 GMT');

    noteServerDate(null);
    noteServerDate('soon');

    expect(serverNow()).toBe(Date.parse('2026-11-21T08:00:00Z'));
  });
});

describe('the elapsed time', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: 0, toFake: ['Date', 'performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ['the elapsed time grows although the phone’s clock is set back', -24 * 3_600_000, 30_000],
    ['the elapsed time includes the phone’s sleep', 600_000, 630_000],
  ])('%s', (_, set, elapsed) => {
    const then = instantNow();
    vi.advanceTimersByTime(30_000);

    vi.setSystemTime(Date.now() + set);

    expect(elapsedSince(then)).toBe(elapsed);
  });
});

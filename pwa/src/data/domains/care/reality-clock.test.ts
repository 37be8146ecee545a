import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isDue, keepTime, leaveForGame, pass, readTime, TICK_MS } from './reality-clock';

const MINUTE = 60_000;

beforeEach(() => sessionStorage.clear());

describe('the time of use', () => {
  it('grows while the app is seen, and not while it is hidden or the phone sleeps', () => {
    let time = readTime('M1', 0);
    time = pass(time, TICK_MS, true);
    time = pass(time, 2 * TICK_MS, false);
    time = pass(time, 2 * TICK_MS + 60 * MINUTE, true);

    expect(time.used).toBe(TICK_MS);
  });

  // spec P8.6
  it('counts the time in a game that was opened from it, until one is back', () => {
    keepTime(readTime('M1', 0));
    leaveForGame();
    let time = pass(readTime('M1', 0), 20 * MINUTE, true);
    time = pass(time, 50 * MINUTE, true);

    expect(time.used).toBe(20 * MINUTE);
    expect(isDue(time, 20)).toBe(true);
    expect(isDue({ ...time, told: time.used }, 20)).toBe(false);
  });

  it('begins anew for another member, and where what was kept cannot be read', () => {
    keepTime({ ...readTime('M1', 0), used: MINUTE });

    expect(readTime('M1', 5).used).toBe(MINUTE);
    expect(readTime('M2', 5)).toMatchObject({ member: 'M2', used: 0, since: 5 });
    sessionStorage.setItem('reality', '{');
    expect(readTime('M1', 7)).toMatchObject({ used: 0, since: 7 });
  });
});

describe('the clock of use', () => {
  const now = Date.parse('2026-11-21T07:00:00Z');

  it('is the server’s once that is known, and then counts no clock that is set', async () => {
    vi.resetModules();
    const clock = await import('../../api/clock');
    const { timeOfUse } = await import('./reality-clock');
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: now + 365 * 24 * 60 * MINUTE });
    expect(timeOfUse()).toBeUndefined();
    clock.noteServerDate(new Date(now).toUTCString());
    expect(timeOfUse()).toBe(now);

    vi.advanceTimersByTime(TICK_MS);
    vi.setSystemTime(now);
    clock.noteServerDate(new Date(now + TICK_MS).toUTCString());

    expect(timeOfUse()).toBe(now + TICK_MS);
    vi.useRealTimers();
  });
});

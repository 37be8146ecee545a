import { beforeEach, describe, expect, it, vi } from 'vitest';
import { isDue, storeTime, noteGameOpened, addElapsed, readTime, TICK_MS } from './reality-clock';

const MINUTE = 60_000;

beforeEach(() => sessionStorage.clear());

describe('the time of use', () => {
  it('the time of use grows while the app is visible, and not while it is hidden or the phone sleeps', () => {
    let time = readTime('M1', 0);
    time = addElapsed(time, TICK_MS, true);
    time = addElapsed(time, 2 * TICK_MS, false);
    time = addElapsed(time, 2 * TICK_MS + 60 * MINUTE, true);

    expect(time.used).toBe(TICK_MS);
  });

  // spec P8.6
  it('the time of use includes a game that was opened from the app, until the member returns', () => {
    storeTime(readTime('M1', 0));
    noteGameOpened();
    let time = addElapsed(readTime('M1', 0), 20 * MINUTE, true);
    time = addElapsed(time, 50 * MINUTE, true);

    expect(time.used).toBe(20 * MINUTE);
    expect(isDue(time, 20)).toBe(true);
    expect(isDue({ ...time, told: time.used }, 20)).toBe(false);
  });

  it('the time of use starts again for another member, and if the stored value cannot be read', () => {
    storeTime({ ...readTime('M1', 0), used: MINUTE });

    expect(readTime('M1', 5).used).toBe(MINUTE);
    expect(readTime('M2', 5)).toMatchObject({ member: 'M2', used: 0, since: 5 });
    sessionStorage.setItem('reality', '{');
    expect(readTime('M1', 7)).toMatchObject({ used: 0, since: 7 });
  });
});

describe('the clock of the time of use', () => {
  const now = Date.parse('2026-11-21T07:00:00Z');

  it('the clock uses the server’s time once it is known, and ignores later changes of the phone’s clock', async () => {
    vi.resetModules();
    const clock = await import('../../api/clock');
    const { stableServerNow } = await import('./reality-clock');
    vi.useFakeTimers({ toFake: ['Date', 'performance'], now: now + 365 * 24 * 60 * MINUTE });
    expect(stableServerNow()).toBeUndefined();
    clock.noteServerDate(new Date(now).toUTCString());
    expect(stableServerNow()).toBe(now);

    vi.advanceTimersByTime(TICK_MS);
    vi.setSystemTime(now);
    clock.noteServerDate(new Date(now + TICK_MS).toUTCString());

    expect(stableServerNow()).toBe(now + TICK_MS);
    vi.useRealTimers();
  });
});

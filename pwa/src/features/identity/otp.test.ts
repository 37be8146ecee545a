import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { instantNow } from '@/data/api/clock';
import { secondsToResend } from './otp';

beforeEach(() => vi.useFakeTimers({ now: 0, toFake: ['Date', 'performance'] }));
afterEach(() => vi.useRealTimers());

it('another code can be requested a minute after the last, even if the clock is set back a day meanwhile', () => {
  const code = { token: 't', ref: 'AB12', sentAt: instantNow() };
  expect(secondsToResend(code)).toBe(60);

  vi.setSystemTime(Date.now() - 24 * 3_600_000);
  vi.advanceTimersByTime(20_000);

  expect(secondsToResend(code)).toBe(40);
  vi.advanceTimersByTime(40_000);
  expect(secondsToResend(code)).toBe(0);
});

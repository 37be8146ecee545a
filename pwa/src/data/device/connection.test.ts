// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reportCall, type CallEnd } from './traffic';
import { isOffline, onceBack, PATIENCE_MS } from './connection';

let open: ((how: CallEnd) => void)[] = [];

beforeEach(() => vi.useFakeTimers());

afterEach(() => {
  for (const end of open) end('aborted');
  open = [];
  reportCall()('answered');
  vi.useRealTimers();
});

/** Starts a call that gets no response. */
const hang = () => open.push(reportCall());

it('is offline after two seconds of asking in vain, and not before', () => {
  hang();

  vi.advanceTimersByTime(PATIENCE_MS - 1);
  expect(isOffline()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(isOffline()).toBe(true);
});

it('is offline two seconds after a call that failed at once', () => {
  reportCall()('silent');

  vi.advanceTimersByTime(PATIENCE_MS);

  expect(isOffline()).toBe(true);
});

it('is online again with the first answer', () => {
  hang();
  vi.advanceTimersByTime(PATIENCE_MS);

  reportCall()('answered');

  expect(isOffline()).toBe(false);
});

it('does not take a call that was called off for silence', () => {
  reportCall()('aborted');

  vi.advanceTimersByTime(PATIENCE_MS);

  expect(isOffline()).toBe(false);
});

it('is never offline while others are answered quickly', () => {
  hang();
  for (let i = 0; i < 5; i++) {
    vi.advanceTimersByTime(1_500);
    reportCall()('answered');
  }

  expect(isOffline()).toBe(false);
});

it('says that the network is back once, after a failure', () => {
  const back = vi.fn();
  const stop = onceBack(back);

  reportCall()('answered');
  expect(back).not.toHaveBeenCalled();
  reportCall()('silent');
  reportCall()('answered');
  reportCall()('answered');
  stop();

  expect(back).toHaveBeenCalledOnce();
});

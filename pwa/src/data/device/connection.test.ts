// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reportCall, type CallOutcome } from './traffic';
import { isOffline, onReconnect, OFFLINE_AFTER_MS } from './connection';

let openCalls: ((outcome: CallOutcome) => void)[] = [];

beforeEach(() => vi.useFakeTimers());

afterEach(() => {
  for (const endCall of openCalls) endCall('aborted');
  openCalls = [];
  reportCall()('response');
  vi.useRealTimers();
});

/** Starts a call that gets no response. */
const hang = () => openCalls.push(reportCall());

it('the app is offline after two seconds without a response, and not before', () => {
  hang();

  vi.advanceTimersByTime(OFFLINE_AFTER_MS - 1);
  expect(isOffline()).toBe(false);
  vi.advanceTimersByTime(1);
  expect(isOffline()).toBe(true);
});

it('the app is offline two seconds after a call that failed at once', () => {
  reportCall()('lost');

  vi.advanceTimersByTime(OFFLINE_AFTER_MS);

  expect(isOffline()).toBe(true);
});

it('the app is online again with the first response', () => {
  hang();
  vi.advanceTimersByTime(OFFLINE_AFTER_MS);

  reportCall()('response');

  expect(isOffline()).toBe(false);
});

it('an aborted call does not count as a missing response', () => {
  reportCall()('aborted');

  vi.advanceTimersByTime(OFFLINE_AFTER_MS);

  expect(isOffline()).toBe(false);
});

it('the app is never offline while other calls get quick responses', () => {
  hang();
  for (let i = 0; i < 5; i++) {
    vi.advanceTimersByTime(1_500);
    reportCall()('response');
  }

  expect(isOffline()).toBe(false);
});

it('the return of the network is reported once after a failure', () => {
  const onBack = vi.fn();
  const stop = onReconnect(onBack);

  reportCall()('response');
  expect(onBack).not.toHaveBeenCalled();
  reportCall()('lost');
  reportCall()('response');
  reportCall()('response');
  stop();

  expect(onBack).toHaveBeenCalledOnce();
});

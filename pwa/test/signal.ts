import { act } from '@testing-library/react';
import { vi } from 'vitest';
import { reportAnswer, reportCall } from '@/data/device/traffic';
import { isOffline } from '@/data/device/connection';

let fetchBefore: typeof fetch | undefined;

/** Fails every request, and resolves once the app is offline. */
export async function loseSignal(): Promise<void> {
  fetchBefore = globalThis.fetch;
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  await act(() =>
    // A late answer restarts the two seconds of silence after which the app is offline.
    vi.waitFor(
      () => {
        reportCall()('silent');
        if (!isOffline()) throw new Error('not offline yet');
      },
      { timeout: 10_000, interval: 50 },
    ),
  );
}

/** Ends what `loseSignal` began. Does nothing if the signal was not lost. */
export function restoreSignal(): void {
  if (!fetchBefore) return;
  globalThis.fetch = fetchBefore;
  fetchBefore = undefined;
  act(reportAnswer);
}

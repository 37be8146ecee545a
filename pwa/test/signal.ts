import { act } from '@testing-library/react';
import { vi } from 'vitest';
import { reportAnswer, reportCall } from '@/data/api/traffic';
import { isOffline } from '@/data/connection';

let fetchBefore: typeof fetch | undefined;

/** Nothing is answered from now on, until the app takes itself for offline. */
export async function loseSignal(): Promise<void> {
  fetchBefore = globalThis.fetch;
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  await act(() =>
    // An answer that was on its way begins the two seconds of silence anew.
    vi.waitFor(
      () => {
        reportCall()('silent');
        if (!isOffline()) throw new Error('not offline yet');
      },
      { timeout: 10_000, interval: 50 },
    ),
  );
}

/** Brings the signal back, where it was lost. */
export function findSignal(): void {
  if (!fetchBefore) return;
  globalThis.fetch = fetchBefore;
  fetchBefore = undefined;
  act(reportAnswer);
}

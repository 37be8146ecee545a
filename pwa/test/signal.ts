import { act } from '@testing-library/react';
import { vi } from 'vitest';
import { reportResponse, reportCall } from '@/data/device/traffic';
import { isOffline } from '@/data/device/connection';

let fetchBefore: typeof fetch | undefined;

/** Fails every request, and resolves once the app is offline. */
export async function goOffline(): Promise<void> {
  fetchBefore = globalThis.fetch;
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
  await act(() =>
    // Repeated, because a late response restarts the two seconds after which the app counts as offline.
    vi.waitFor(
      () => {
        reportCall()('lost');
        if (!isOffline()) throw new Error('not offline yet');
      },
      { timeout: 10_000, interval: 50 },
    ),
  );
}

/** Reverts `goOffline`. Does nothing if it was not called. */
export function goOnline(): void {
  if (!fetchBefore) return;
  globalThis.fetch = fetchBefore;
  fetchBefore = undefined;
  act(reportResponse);
}

import { vi } from 'vitest';

/** Waits until the check passes. The time limit is long enough for a busy machine. */
export function eventually(check: () => void | Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: 10_000, interval: 10 });
}

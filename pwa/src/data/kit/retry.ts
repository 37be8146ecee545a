/** The waiting time before a retry. */
export interface Backoff {
  firstMs: number;
  longestMs: number;
}

/** ceilingOf doubles with each failure. The first failure is 1. */
export function ceilingOf({ firstMs, longestMs }: Backoff, failures: number): number {
  return Math.min(longestMs, firstMs * 2 ** Math.max(0, failures - 1));
}

/**
 * backoff returns the ceiling less a random part of its half: what failed together must not retry
 * together.
 */
export function backoff(times: Backoff, failures: number, random = Math.random): number {
  const ceiling = ceilingOf(times, failures);
  return ceiling - (random() * ceiling) / 2;
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** How long to wait before trying again. */
export interface Backoff {
  firstMs: number;
  longestMs: number;
}

/** Doubles with each failure; the first one is 1. */
export function ceilingOf({ firstMs, longestMs }: Backoff, failures: number): number {
  return Math.min(longestMs, firstMs * 2 ** Math.max(0, failures - 1));
}

/** The ceiling less a random share of its half, so that what broke together does not return together. */
export function backoff(times: Backoff, failures: number, random = Math.random): number {
  const ceiling = ceilingOf(times, failures);
  return ceiling - (random() * ceiling) / 2;
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

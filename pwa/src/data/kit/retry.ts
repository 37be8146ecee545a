/** The waiting time before a retry. */
export interface Backoff {
  firstMs: number;
  longestMs: number;
}

/** longestWait returns the maximum wait in ms. It doubles with each failure; `failures` is 1 for the first. */
export function longestWait({ firstMs, longestMs }: Backoff, failures: number): number {
  return Math.min(longestMs, firstMs * 2 ** Math.max(0, failures - 1));
}

/**
 * backoff returns the wait in ms: a random value between half of the ceiling and the ceiling. So clients that
 * failed together do not retry together.
 */
export function backoff(times: Backoff, failures: number, random = Math.random): number {
  const ceiling = longestWait(times, failures);
  return ceiling - (random() * ceiling) / 2;
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

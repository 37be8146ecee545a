/**
 * Timeouts for the browser's storage, which may never respond. For example, WebKit's storage may not respond
 * after the phone slept.
 */

const TIMEOUT_MS = 30_000;

export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

/** The service worker loads this file too, and has no document. */
const page = globalThis as { document?: { timeline?: { currentTime: unknown } } };

/**
 * stopwatch.now returns the page's timeline in ms, which stops while the page is not rendered. In a worker,
 * it returns the elapsed time. Counting timer ticks would be wrong: timers may run fast, or fire at once
 * after the device slept.
 */
export const stopwatch = { now: () => Number(page.document?.timeline?.currentTime ?? performance.now()) };

/** withTimeout settles as `work` does. Rejects with a TimeoutError if `work` takes half a minute. */
export async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const since = stopwatch.now();
  let timer: ReturnType<typeof setInterval> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      const isOver = stopwatch.now() - since >= TIMEOUT_MS;
      if (isOver) reject(new TimeoutError('the storage timed out'));
    }, TIMEOUT_MS / 6);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearInterval(timer);
  }
}

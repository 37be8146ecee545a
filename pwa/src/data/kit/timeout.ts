/** Waiting for the browser's storage, which at times never answers: WebKit's does not after the phone has slept. */

const SILENT_MS = 30_000;

export class TimeoutError extends Error {
  override name = 'TimeoutError';
}

/** The service worker, which reads this file too, has no document. */
const page = globalThis as { document?: { timeline?: { currentTime: unknown } } };

/**
 * Counts milliseconds in which the page is drawn, where there is one: timers may be wound on, or come due at once after
 * a sleep.
 */
export const stopwatch = { now: () => Number(page.document?.timeline?.currentTime ?? performance.now()) };

/** Resolves and rejects as `work` does. Rejects with a TimeoutError where `work` does not end within half a minute. */
export async function withTimeout<T>(work: Promise<T>): Promise<T> {
  const since = stopwatch.now();
  let timer: ReturnType<typeof setInterval> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      const isSilent = stopwatch.now() - since >= SILENT_MS;
      if (isSilent) reject(new TimeoutError('the storage does not answer'));
    }, SILENT_MS / 6);
  });
  try {
    return await Promise.race([work, silence]);
  } finally {
    clearInterval(timer);
  }
}

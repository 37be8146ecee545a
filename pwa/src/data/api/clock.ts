/**
 * The server's clock. It is used for times from the server, such as a QR's expiry or today's statement lines.
 * It is also used for times that are stored and compared later, such as the age of a balance. Phone clocks
 * are minutes or days wrong, and may be corrected at any moment.
 */
import { Signal, Store } from '../kit/store';

/** The uncertainty of the Date header in ms: it has whole seconds, and the response takes time to arrive. */
const UNCERTAINTY_MS = 5_000;

/** A moment by two clocks: the phone's, which may be set, and the page's own, which may stop during sleep. */
export interface Instant {
  at: number;
  steady: number;
}

export function instantNow(): Instant {
  return { at: Date.now(), steady: performance.now() };
}

/**
 * elapsedSince returns the milliseconds since then. A clock that was set back, or stopped, shows too
 * little: the larger value counts.
 */
export function elapsedSince({ at, steady }: Instant): number {
  return Math.max(Date.now() - at, performance.now() - steady);
}

/**
 * phoneNow returns the phone's own clock, in milliseconds. Use it only for times that this device alone
 * stores and compares, also without a network, and where a changed clock does no harm.
 * `clock-use.test.ts` lists each file that calls it, with the reason.
 */
export function phoneNow(): number {
  return Date.now();
}

/** Server time minus phone time, in milliseconds. */
const offset = new Store(0);
/** When the last response arrived; undefined before the first one. */
let lastResponseAt: Instant | undefined;
const responseArrived = new Signal();

/** noteServerDate sets the server's clock from a response's `Date` header. */
export function noteServerDate(header: string | null): void {
  lastResponseAt = instantNow();
  const at = header ? Date.parse(header) : NaN;
  if (!Number.isNaN(at)) {
    const difference = at - lastResponseAt.at;
    // A difference within the header's uncertainty counts as none.
    if (Math.abs(difference) < UNCERTAINTY_MS) offset.set(0);
    else if (Math.abs(difference - offset.get()) > UNCERTAINTY_MS) offset.set(difference);
  }
  responseArrived.emit();
}

/** watchServerTime notifies when the known difference changes. Returns the unsubscribe function. */
export const watchServerTime = offset.watch;

/** serverOffset returns server time minus phone time in milliseconds; 0 until it is known. */
export const serverOffset = offset.get;

/** serverNow returns the server's time in milliseconds; the phone's time until the first response. */
export function serverNow(): number {
  return Date.now() + offset.get();
}

/** toServerTime converts a time of the phone's clock to the server's. */
export function toServerTime(at: number): number {
  return at + offset.get();
}

/**
 * isServerTimeSure returns false before the first response, and if the phone slept or its clock was set
 * since the last response.
 */
export function isServerTimeSure(): boolean {
  if (!lastResponseAt) return false;
  return (
    Math.abs(Date.now() - lastResponseAt.at - (performance.now() - lastResponseAt.steady)) < UNCERTAINTY_MS
  );
}

/** waitForServerTime resolves as soon as the server's time is sure. */
export async function waitForServerTime(): Promise<void> {
  if (isServerTimeSure()) return;
  await new Promise<void>((resolve) => {
    const stop = responseArrived.watch(() => {
      stop();
      resolve();
    });
  });
}

/**
 * The server's clock. It is used for times from the server, such as a QR's expiry or today's statement lines.
 * It is also used for times that are stored and compared later, such as the age of a balance. Phone clocks
 * are minutes or days wrong, and may be corrected at any moment.
 */
import { Signal, Store } from '../kit/store';

/** The uncertainty of the Date header in ms: it has whole seconds, and the response takes time to arrive. */
const TELLING_MS = 5_000;

/** A moment by two clocks: the phone's, which may be set, and the page's own, which may stop during sleep. */
export interface Instant {
  at: number;
  steady: number;
}

export function instant(): Instant {
  return { at: Date.now(), steady: performance.now() };
}

/**
 * passedSince returns the milliseconds since then. A clock that was set back, or stopped, shows too
 * little: the larger value counts.
 */
export function passedSince({ at, steady }: Instant): number {
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
const ahead = new Store(0);
/** When the last response arrived; undefined before the first one. */
let heard: Instant | undefined;
const hearing = new Signal();

/** noteServerDate sets the server's clock from a response's `Date` header. */
export function noteServerDate(header: string | null): void {
  heard = instant();
  const at = header ? Date.parse(header) : NaN;
  if (!Number.isNaN(at)) {
    const difference = at - heard.at;
    // A difference within the header's uncertainty counts as none.
    if (Math.abs(difference) < TELLING_MS) ahead.set(0);
    else if (Math.abs(difference - ahead.get()) > TELLING_MS) ahead.set(difference);
  }
  hearing.tell();
}

/** watchServerTime notifies when the known difference changes. Returns the unsubscribe function. */
export const watchServerTime = ahead.watch;

/** serverAhead returns server time minus phone time in milliseconds; 0 until it is known. */
export const serverAhead = ahead.get;

/** serverNow returns the server's time in milliseconds; the phone's time until the first response. */
export function serverNow(): number {
  return Date.now() + ahead.get();
}

/** serverTime converts a time of the phone's clock to the server's. */
export function serverTime(at: number): number {
  return at + ahead.get();
}

/**
 * isServerTimeSure returns false before the first response, and if the phone slept or its clock was set
 * since the last one.
 */
export function isServerTimeSure(): boolean {
  if (!heard) return false;
  return Math.abs(Date.now() - heard.at - (performance.now() - heard.steady)) < TELLING_MS;
}

/** serverTimeSure resolves as soon as the server's time is sure. */
export async function serverTimeSure(): Promise<void> {
  if (isServerTimeSure()) return;
  await new Promise<void>((resolve) => {
    const stop = hearing.watch(() => {
      stop();
      resolve();
    });
  });
}

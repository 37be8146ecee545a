/**
 * The server's clock. What the server dates (a QR to be paid, today's lines) and what is kept to be
 * judged later (how old a figure is, when a command was wished for) is told by it: phones are minutes
 * wrong, or days, and are set right at any moment.
 */
import { Signal, Store } from '../kit/store';

/** A header tells whole seconds, and its way here takes some. */
const TELLING_MS = 5_000;

/** A moment by two clocks: by the phone's, which may be set, and by the page's own, which may rest when the phone does. */
export interface Instant {
  at: number;
  steady: number;
}

export function instant(): Instant {
  return { at: Date.now(), steady: performance.now() };
}

/** How long ago it was: a clock that was set back tells too little, and so does one that rested. */
export function passedSince({ at, steady }: Instant): number {
  return Math.max(Date.now() - at, performance.now() - steady);
}

/**
 * Returns the phone's own clock, in milliseconds. Only for times that this phone alone keeps and judges, also
 * without a network, and where a clock that was set does no harm. `clock-use.test.ts` names each file that
 * calls it, with the reason.
 */
export function phoneNow(): number {
  return Date.now();
}

/** How far the phone is behind. */
const ahead = new Store(0);
/** When an answer came last. */
let heard: Instant | undefined;
const hearing = new Signal();

/** Takes the `Date` of an answer. */
export function noteServerDate(header: string | null): void {
  heard = instant();
  const at = header ? Date.parse(header) : NaN;
  if (!Number.isNaN(at)) {
    const difference = at - heard.at;
    // The same difference, told in whole seconds, is no news.
    if (Math.abs(difference) < TELLING_MS) ahead.set(0);
    else if (Math.abs(difference - ahead.get()) > TELLING_MS) ahead.set(difference);
  }
  hearing.tell();
}

/** Told when the server turns out to have another time than was thought. Returns how to stop. */
export const watchServerTime = ahead.watch;

/** How far the phone is behind, as far as is known. */
export const serverAhead = ahead.get;

/** Now, in milliseconds, as the server would say it; the phone's own until the server was heard. */
export function serverNow(): number {
  return Date.now() + ahead.get();
}

/** A moment of the phone's clock, as the server would say it. */
export function serverTime(at: number): number {
  return at + ahead.get();
}

/** False before the first answer, and again where the phone slept or its clock was set since the last one. */
export function isServerTimeSure(): boolean {
  if (!heard) return false;
  return Math.abs(Date.now() - heard.at - (performance.now() - heard.steady)) < TELLING_MS;
}

/** Resolves as soon as the server's time is sure. */
export async function serverTimeSure(): Promise<void> {
  if (isServerTimeSure()) return;
  await new Promise<void>((resolve) => {
    const stop = hearing.watch(() => {
      stop();
      resolve();
    });
  });
}

/**
 * Measures how long the member has used the app since opening it, and since the last reminder. Time counts
 * while the app is visible, and while the member plays a game that was opened from it. The values are kept in
 * the tab's session storage.
 */
import { isServerTimeSure, serverNow } from '../../api/clock';
import { tabStorage } from '../../kit/web-storage';

const KEY = 'reality';

/** The interval at which time is added. A longer gap means that the device slept. */
export const TICK_MS = 15_000;

export interface RealityTime {
  /** The member's id. Another member starts at 0. */
  member: string;
  /** When the member opened the app, by the server's clock. */
  since: number;
  /** Use since then, in milliseconds. */
  used: number;
  /** The value of `used` at the last reminder. */
  told: number;
  /** When time was last added. */
  at: number;
  /** The member opened a game. All time counts until they return. */
  playing: boolean;
}

/** The server's time minus the page's own clock. */
let offset: number | undefined;

/**
 * stableServerNow returns the server's time in milliseconds; undefined before it is known. From then on it is
 * advanced by the page's own clock. So neither a clock change nor another response adds use.
 */
export function stableServerNow(): number | undefined {
  if (offset === undefined && isServerTimeSure()) offset = serverNow() - performance.now();
  return offset === undefined ? undefined : offset + performance.now();
}

export function readTime(member: string, now: number): RealityTime {
  const stored = parse(tabStorage.get(KEY));
  return stored?.member === member
    ? stored
    : { member, since: now, used: 0, told: 0, at: now, playing: false };
}

export function storeTime(time: RealityTime): void {
  tabStorage.set(KEY, JSON.stringify(time));
}

/** addElapsed returns `time` with the elapsed time added, as far as that counts as use. */
export function addElapsed(time: RealityTime, now: number, isVisible: boolean): RealityTime {
  const elapsed = Math.max(0, now - time.at);
  const counts = time.playing || (isVisible && elapsed <= 2 * TICK_MS);
  return { ...time, at: now, used: time.used + (counts ? elapsed : 0), playing: time.playing && !isVisible };
}

/** isDue returns true when a whole interval of use has passed since the last reminder. */
export function isDue(time: RealityTime, minutes: number): boolean {
  return time.used - time.told >= minutes * 60_000;
}

/** noteGameOpened starts counting all time as use. It is called when a game is opened. */
export function noteGameOpened(): void {
  const stored = parse(tabStorage.get(KEY));
  if (stored) storeTime({ ...stored, playing: true });
}

function parse(text: string | null): RealityTime | undefined {
  try {
    return text ? (JSON.parse(text) as RealityTime) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * How long the member has used the app since they came, and since they were last told. Only time in
 * which the app is seen counts, and time in a game that was opened from it. It lasts as long as the
 * tab's session does.
 */
import { isServerTimeSure, serverNow } from '../../api/clock';
import { passing } from '../../kit/web-storage';

const KEY = 'reality';

/** The interval at which time is added; a longer gap means that the phone slept. */
export const TICK_MS = 15_000;

export interface RealityTime {
  /** Who it is of: another member begins anew. */
  member: string;
  /** When they came, by the server's clock. */
  since: number;
  /** Since they came, in milliseconds. */
  used: number;
  /** Of `used`, when they were last told. */
  told: number;
  /** When time was last added. */
  at: number;
  /** They left for a game: until they are back all time counts. */
  playing: boolean;
}

/** What to add to the page's own clock for the server's time. */
let offset: number | undefined;

/**
 * Returns the server's time in milliseconds, as the page's own clock counts it on from when it was first
 * known; undefined before. A clock that is set, or another answer of the server, adds no use.
 */
export function timeOfUse(): number | undefined {
  if (offset === undefined && isServerTimeSure()) offset = serverNow() - performance.now();
  return offset === undefined ? undefined : offset + performance.now();
}

export function readTime(member: string, now: number): RealityTime {
  const kept = parse(passing.get(KEY));
  return kept?.member === member ? kept : { member, since: now, used: 0, told: 0, at: now, playing: false };
}

export function keepTime(time: RealityTime): void {
  passing.set(KEY, JSON.stringify(time));
}

/** Adds what has passed, as far as it was use. */
export function pass(time: RealityTime, now: number, seen: boolean): RealityTime {
  const passed = Math.max(0, now - time.at);
  const counts = time.playing || (seen && passed <= 2 * TICK_MS);
  return { ...time, at: now, used: time.used + (counts ? passed : 0), playing: time.playing && !seen };
}

/** True when the member is to be told now: a whole interval of use has passed. */
export function isDue(time: RealityTime, minutes: number): boolean {
  return time.used - time.told >= minutes * 60_000;
}

/** Called where a game is opened. */
export function leaveForGame(): void {
  const kept = parse(passing.get(KEY));
  if (kept) keepTime({ ...kept, playing: true });
}

function parse(text: string | null): RealityTime | undefined {
  try {
    return text ? (JSON.parse(text) as RealityTime) : undefined;
  } catch {
    return undefined;
  }
}

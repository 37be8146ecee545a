/**
 * The time when another app shared something with this app; a share is kept for a day. The service worker
 * stores the share before a response has shown the server's time, so it notes the phone's time. The page
 * that offers the share adds the server's time. After that, a change of the phone's clock does not change
 * when the share expires.
 */
import { pause } from '../kit/retry';
import { isServerTimeSure, phoneNow, serverNow, toServerTime, waitForServerTime } from './clock';

const SHARE_LIFETIME_MS = 24 * 60 * 60_000;
const LONGEST_WAIT_MS = 2_000;

export interface ShareTime {
  /** By the phone's clock. */
  sharedAt: number;
  /** By the server's clock; missing until the server's time was known. */
  serverAt?: number;
}

export function shareTimeNow(): ShareTime {
  return withServerTime({ sharedAt: phoneNow() });
}

/** withServerTime returns the share with the server's time, if known. The time is never in the future. */
export function withServerTime<T extends ShareTime>(share: T): T {
  if (share.serverAt !== undefined || !isServerTimeSure()) return share;
  return { ...share, serverAt: Math.min(toServerTime(share.sharedAt), serverNow()) };
}

/**
 * isExpired returns true after a day: by the server's clock if `serverAt` and the server's current time are
 * known, else by the phone's clock.
 */
export function isExpired({ sharedAt, serverAt }: ShareTime): boolean {
  const isKnown = serverAt !== undefined && isServerTimeSure();
  return (isKnown ? serverNow() - serverAt : phoneNow() - sharedAt) > SHARE_LIFETIME_MS;
}

/**
 * waitBrieflyForServerTime waits up to two seconds for the server's time. Call it if a share looks expired by
 * the phone's clock.
 */
export async function waitBrieflyForServerTime(): Promise<void> {
  await Promise.race([waitForServerTime(), pause(LONGEST_WAIT_MS)]);
}

/**
 * When another app shared something into this one, which is kept for a day. The service worker stores the
 * share before an answer has told it the server's time, so it notes the phone's. The page that offers the
 * share adds the server's time. From then on a phone whose clock is set neither drops nor keeps the share.
 */
import { pause } from '../kit/retry';
import { isServerTimeSure, phoneNow, serverNow, serverTime, serverTimeSure } from './clock';

const KEEP_MS = 24 * 60 * 60_000;
const PATIENCE_MS = 2_000;

export interface SharedTime {
  /** By the phone's clock. */
  sharedAt: number;
  /** By the server's clock; missing until the server's time was known. */
  serverAt?: number;
}

export function sharedNow(): SharedTime {
  return withServerTime({ sharedAt: phoneNow() });
}

/** Returns the share with the server's time, where that is known. A share is never from the future. */
export function withServerTime<T extends SharedTime>(share: T): T {
  if (share.serverAt !== undefined || !isServerTimeSure()) return share;
  return { ...share, serverAt: Math.min(serverTime(share.sharedAt), serverNow()) };
}

/** True once a day has passed: by the server's clock where both times are known, else by the phone's. */
export function isExpired({ sharedAt, serverAt }: SharedTime): boolean {
  const isKnown = serverAt !== undefined && isServerTimeSure();
  return (isKnown ? serverNow() - serverAt : phoneNow() - sharedAt) > KEEP_MS;
}

/** Waits for the server's time, two seconds at most. For a share that looks expired by the phone's clock. */
export async function serverTimeSoon(): Promise<void> {
  await Promise.race([serverTimeSure(), pause(PATIENCE_MS)]);
}

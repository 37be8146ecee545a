/** How long to wait, how often to try, and whose turn it is after a failure. */
import { NOT_OURS, PICTURE_DAMAGED } from '../../api/errors';
import { ceilingOf } from '../../kit/retry';

export interface Failure {
  code: string;
  /** 0 where nothing answered. */
  status: number;
  /** Seconds, as the server asked. */
  retryAfter?: number;
}

export type Verdict =
  /** Try again later: the network's failures, a closed window, a server in trouble. */
  | 'again'
  /** The token is refused: wait for this member to sign in. */
  | 'login'
  /** The server has refused the content: only the member can help. */
  | 'member';

export const MAX_TRIES = 20;
/** An upload may take 300 s; a lease outlives it. */
export const UPLOAD_LEASE_MS = 330_000;

const DELAYS = { firstMs: 2_000, longestMs: 5 * 60_000 };
/** Beyond this a Retry-After is taken for a mistake. */
const LONGEST_RETRY_AFTER_S = 24 * 60 * 60;

const MEMBER_STATUS = new Set([400, 403, 404, 409, 413, 415, 422]);

/**
 * A status speaks only when our server gave it: a captive portal's 403 is no refusal. A status
 * that is on no list is tried again, since giving up a slip wrongly is the worse mistake.
 */
export function verdictOf({ code, status }: Failure): Verdict {
  if (code === PICTURE_DAMAGED) return 'member';
  if (code === NOT_OURS) return 'again';
  if (status === 401) return 'login';
  return MEMBER_STATUS.has(status) ? 'member' : 'again';
}

/**
 * Full jitter over 2 s doubling to 5 min, so that phones which lost one server do not come back
 * as one wave. What the server asked for is kept, and the jitter comes on top of it.
 */
export function retryDelay(tries: number, retryAfter: number | undefined, random: () => number): number {
  const asked = Math.min(retryAfter ?? 0, LONGEST_RETRY_AFTER_S) * 1000;
  return asked + Math.round(random() * ceilingOf(DELAYS, tries));
}

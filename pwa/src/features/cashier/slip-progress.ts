import type { Slip } from '@/data/api/types';
import type { OutboxItem } from '@/data/engine/outbox/use-queue';

/** The stage of a slip between the phone and the wallet. */
export type SlipProgress =
  /** Stored on this phone; `reason` says what it waits for. */
  | { at: 'kept'; reason: 'signal' | 'turn' | 'closed' | 'login' | 'member' }
  | { at: 'sending'; percent: number }
  /** This phone no longer has its picture, and it is unknown whether the server has the slip. */
  | { at: 'lost' }
  | { at: 'checking' }
  /** A cashier checks it. */
  | { at: 'review' }
  | { at: 'credited'; amount: number | null }
  | { at: 'failed'; note: string };

/**
 * Returns the progress, from the queued item and the server's row. An item that is still queued counts as
 * unsent, even if there is a row.
 */
export function slipProgressOf(
  item: OutboxItem | undefined,
  slip: Slip | undefined,
  offline: boolean,
  isLost = false,
): SlipProgress {
  if (item) return progressOfQueued(item, offline);
  if (!slip) return { at: isLost ? 'lost' : 'checking' };
  if (slip.status === 'SUCCESS') return { at: 'credited', amount: slip.amount };
  if (slip.status === 'FAILED') return { at: 'failed', note: slip.note ?? 'UNKNOW_ERROR' };
  return { at: slip.review ? 'review' : 'checking' };
}

function progressOfQueued(item: OutboxItem, offline: boolean): SlipProgress {
  if (item.state === 'sending') return { at: 'sending', percent: item.progress ?? 0 };
  if (item.state === 'needs_login') return { at: 'kept', reason: 'login' };
  if (item.state === 'needs_user') return { at: 'kept', reason: 'member' };
  if (item.lastError?.code === 'SLIP_UPLOAD_FAIL') return { at: 'kept', reason: 'closed' };
  return { at: 'kept', reason: offline ? 'signal' : 'turn' };
}

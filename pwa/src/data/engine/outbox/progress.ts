/**
 * The progress of uploads. It is kept in memory and sent between tabs. Writing each percent to the disk would
 * not be worth its cost.
 */
import { onBroadcast, broadcast } from '../../device/channel';
import { Store } from '../../kit/store';

/** Whole percents by item. */
export const uploadProgress = new Store<ReadonlyMap<string, number>>(new Map());

/** followProgress starts to show uploads of other tabs in this one. Returns the unsubscribe function. */
export function followProgress(): () => void {
  return onBroadcast((message) => {
    if (message.type === 'progress') setShare(message.id, message.share);
  });
}

export function noteProgress(id: string, share: number): void {
  if (setShare(id, share)) broadcast({ type: 'progress', id, share });
}

export function clearProgress(id: string): void {
  noteProgress(id, 0);
}

/** Returns false if the percent is the same as before. */
function setShare(id: string, share: number): boolean {
  const percent = Math.round(share * 100);
  const shares = new Map(uploadProgress.get());
  if ((shares.get(id) ?? 0) === percent) return false;
  if (percent === 0) shares.delete(id);
  else shares.set(id, percent);
  uploadProgress.set(shares);
  return true;
}

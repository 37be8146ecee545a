/**
 * The progress of uploads. Kept only in memory and sent between tabs: writing each percent to the disk
 * would cost more than it is worth.
 */
import { hear, tell } from '../../device/channel';
import { Store } from '../../kit/store';

/** Whole percents by item. */
export const uploadProgress = new Store<ReadonlyMap<string, number>>(new Map());

/** followProgress shows here what other tabs are uploading. Returns the unsubscribe function. */
export function followProgress(): () => void {
  return hear((message) => {
    if (message.type === 'progress') set(message.id, message.share);
  });
}

export function noteProgress(id: string, share: number): void {
  if (set(id, share)) tell({ type: 'progress', id, share });
}

export function clearProgress(id: string): void {
  noteProgress(id, 0);
}

/** Returns false if the percent is the same as before. */
function set(id: string, share: number): boolean {
  const percent = Math.round(share * 100);
  const shares = new Map(uploadProgress.get());
  if ((shares.get(id) ?? 0) === percent) return false;
  if (percent === 0) shares.delete(id);
  else shares.set(id, percent);
  uploadProgress.set(shares);
  return true;
}

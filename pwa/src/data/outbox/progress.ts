/**
 * How far the uploads are. In memory and between tabs only: writing each percent to the disk
 * would cost more than it tells.
 */
import { hear, tell } from '../channel';

const shares = new Map<string, number>();
const listeners = new Set<() => void>();
let snapshot: ReadonlyMap<string, number> = new Map();

/** Whole percents by item; the same map as long as none changed. */
export function uploadProgress(): ReadonlyMap<string, number> {
  return snapshot;
}

export function watchProgress(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows here what other tabs are uploading. Returns how to stop. */
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

/** False where the percent is the same as before. */
function set(id: string, share: number): boolean {
  const percent = Math.round(share * 100);
  if ((shares.get(id) ?? 0) === percent) return false;
  if (percent === 0) shares.delete(id);
  else shares.set(id, percent);
  snapshot = new Map(shares);
  for (const listener of listeners) listener();
  return true;
}

/** What a reload would lose or interrupt. */
import { Store } from './store';

/** A sheet is open. Nothing of it is lost by itself: its address opens it again. */
export const OPEN_SHEET = 'sheet';

const dirty = new Set<string>();
const anyDirty = new Store(false);

export function setDirty(id: string, isDirty: boolean): void {
  if (isDirty) dirty.add(id);
  else dirty.delete(id);
  anyDirty.set(dirty.size > 0);
}

/** Told when the first form is begun and when the last one is done. Returns how to stop. */
export const watchDirty = anyDirty.watch;

export const isAnyDirty = anyDirty.get;

/** Something was typed or is under way, beyond a sheet that is merely open. */
export function isHolding(): boolean {
  return [...dirty].some((id) => id !== OPEN_SHEET);
}

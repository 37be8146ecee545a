/** Work that a reload would lose or interrupt. */
import { Store } from './store';

/** The id of an open sheet. The sheet itself is not lost: its address opens it again. */
export const OPEN_SHEET = 'sheet';

const dirty = new Set<string>();
const anyDirty = new Store(false);

export function setUnsaved(id: string, isDirty: boolean): void {
  if (isDirty) dirty.add(id);
  else dirty.delete(id);
  anyDirty.set(dirty.size > 0);
}

/**
 * watchDirty notifies when the first piece of unsaved work appears and when the last one ends. Returns the
 * unsubscribe function.
 */
export const watchDirty = anyDirty.watch;

export const isAnyDirty = anyDirty.get;

/** isHolding returns whether there is unsaved work other than an open sheet. */
export function isHolding(): boolean {
  return [...dirty].some((id) => id !== OPEN_SHEET);
}

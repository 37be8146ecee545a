/** Forms with something in them that a reload would lose. */
import { Store } from './kit/store';

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

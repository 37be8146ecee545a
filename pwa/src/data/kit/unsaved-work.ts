/** Work that a reload would lose or interrupt. */
import { Store } from './store';

/** The id of an open sheet. The sheet itself is not lost: its address opens it again. */
export const OPEN_SHEET = 'sheet';

const unsaved = new Set<string>();
const anyUnsaved = new Store(false);

export function setUnsaved(id: string, isUnsaved: boolean): void {
  if (isUnsaved) unsaved.add(id);
  else unsaved.delete(id);
  anyUnsaved.set(unsaved.size > 0);
}

/**
 * watchUnsaved notifies when the first piece of unsaved work appears and when the last one ends. Returns the
 * unsubscribe function.
 */
export const watchUnsaved = anyUnsaved.watch;

export const hasUnsaved = anyUnsaved.get;

/** hasUnsavedInput returns whether there is unsaved work other than an open sheet. */
export function hasUnsavedInput(): boolean {
  return [...unsaved].some((id) => id !== OPEN_SHEET);
}

/** Forms with something in them that a reload would lose. */
const dirty = new Set<string>();
const listeners = new Set<() => void>();

export function setDirty(id: string, isDirty: boolean): void {
  const was = isAnyDirty();
  if (isDirty) dirty.add(id);
  else dirty.delete(id);
  if (was !== isAnyDirty()) for (const listener of listeners) listener();
}

/** Told when the first form is begun and when the last one is done. Returns how to stop. */
export function watchDirty(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function isAnyDirty(): boolean {
  return dirty.size > 0;
}

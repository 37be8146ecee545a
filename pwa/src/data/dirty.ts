/** Forms with something in them that a reload would lose. */
const dirty = new Set<string>();

export function setDirty(id: string, isDirty: boolean): void {
  if (isDirty) dirty.add(id);
  else dirty.delete(id);
}

export function isAnyDirty(): boolean {
  return dirty.size > 0;
}

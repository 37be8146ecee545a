import { useSyncExternalStore } from 'react';

const KEY = 'hide-amounts';
const listeners = new Set<() => void>();

/** Whether amounts are covered on this phone, for those who open it on a bus. One answer for all that shows them. */
export function useHiddenAmounts(): [boolean, () => void] {
  const hidden = useSyncExternalStore(watch, isHidden);
  return [hidden, toggle];
}

function isHidden(): boolean {
  return localStorage.getItem(KEY) === '1';
}

function toggle(): void {
  localStorage.setItem(KEY, isHidden() ? '0' : '1');
  for (const listener of listeners) listener();
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let now = Math.floor(Date.now() / 1000);
let timer: ReturnType<typeof setInterval> | undefined;

/** The time in milliseconds, a second at a time; one clock for all who look at it. */
export function useNow(): number {
  return useSyncExternalStore(watch, () => now) * 1000;
}

function watch(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(tick, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  now = Math.floor(Date.now() / 1000);
  for (const listener of listeners) listener();
}

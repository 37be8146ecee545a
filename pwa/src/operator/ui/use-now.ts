import { useSyncExternalStore } from 'react';
import { serverNow } from '@/data/api/clock';
import { Signal } from '@/data/kit/store';

const ticked = new Signal();
let now = Math.floor(serverNow() / 1000);
let timer: ReturnType<typeof setInterval> | undefined;

/** Returns the server's time in milliseconds, in steps of a second. All components share one timer. */
export function useNow(): number {
  return useSyncExternalStore(watch, () => now) * 1000;
}

function watch(listener: () => void): () => void {
  const stop = ticked.watch(listener);
  timer ??= setInterval(tick, 1000);
  return () => {
    stop();
    if (ticked.watched) return;
    clearInterval(timer);
    timer = undefined;
  };
}

function tick(): void {
  now = Math.floor(serverNow() / 1000);
  ticked.emit();
}

import { useEffect, useState } from 'react';

const SECOND = 1000;

/**
 * Returns the whole seconds until a time of `now`'s clock, never below zero. It changes as each second
 * begins.
 */
export function useCountdown(until: number, now: () => number): number {
  const [left, setLeft] = useState(() => secondsTo(until, now()));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      clearTimeout(timer);
      const restMs = until - now();
      setLeft(secondsTo(until, now()));
      // Waits until the next full second. After the page was suspended, the first tick is correct again.
      if (restMs > 0) timer = setTimeout(tick, restMs % SECOND || SECOND);
    };
    tick();
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [until, now]);
  return left;
}

function secondsTo(until: number, now: number): number {
  return Math.max(0, Math.ceil((until - now) / SECOND));
}

import { useEffect, useRef, useState } from 'react';
import { prefersReducedMotion } from './media';

const DURATION = 400;

/**
 * Returns a number that counts from the previous target to the new one. The first target is returned at once,
 * because only changes are animated. With reduced motion every target is returned at once.
 */
export function useCountUp(target: number | undefined): number | undefined {
  const [shown, setShown] = useState(target);
  const last = useRef(target);
  useEffect(() => {
    const from = last.current;
    last.current = target;
    if (from === undefined || target === undefined || from === target || prefersReducedMotion()) {
      setShown(target);
      return;
    }
    const start = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const progress = Math.min(1, (now - start) / DURATION);
      const eased = 1 - (1 - progress) ** 3;
      setShown(progress === 1 ? target : from + (target - from) * eased);
      if (progress < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [target]);
  return shown;
}

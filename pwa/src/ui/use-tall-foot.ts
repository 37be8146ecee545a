import { useEffect, useState } from 'react';

/** The share of the screen that a pinned foot may take. */
const MOST = 0.33;

/**
 * With large letters a foot may take so much of the screen that it hides what its button acts on: then it goes down
 * with the rest. Returns what is to be put on the foot, and whether it is one of those.
 */
export function useTallFoot() {
  const [foot, ref] = useState<HTMLElement | null>(null);
  const [isTall, setTall] = useState(false);
  useEffect(() => {
    if (!foot || typeof ResizeObserver === 'undefined') return;
    // Its content alone: a keyboard that lies over the sheet adds to its padding.
    const sizes = new ResizeObserver(([size]) => setTall(size!.contentRect.height > innerHeight * MOST));
    sizes.observe(foot);
    return () => sizes.disconnect();
  }, [foot]);
  return { ref, isTall };
}

import { useElementScrollRestoration } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

/** After this many ms the page must not jump any more. A phone reads its own database in less time. */
const GIVE_UP_MS = 3000;
const INPUT_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/**
 * Scrolls to the position at which the user left the page, once the page is tall enough again. Its rows are
 * loaded from the device shortly after the router has tried to scroll. Input before the scroll cancels it.
 */
export function useRestoredScroll(): void {
  const entry = useElementScrollRestoration({ getElement: () => window });
  const [top] = useState(entry?.scrollY ?? 0);
  useEffect(() => {
    if (top === 0) return;
    const page = document.documentElement;
    const stop = new AbortController();
    const heightObserver = new ResizeObserver(() => {
      if (page.scrollHeight - page.clientHeight < top) return;
      scrollTo(0, top);
      stop.abort();
    });
    const timer = setTimeout(() => stop.abort(), GIVE_UP_MS);
    stop.signal.addEventListener('abort', () => {
      heightObserver.disconnect();
      clearTimeout(timer);
    });
    for (const event of INPUT_EVENTS)
      addEventListener(event, () => stop.abort(), { signal: stop.signal, passive: true });
    heightObserver.observe(document.body);
    return () => stop.abort();
  }, [top]);
}

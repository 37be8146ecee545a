import { useEffect, useState } from 'react';

const STOPS = 'a[href], button, input, select, textarea, [tabindex="0"]';

/**
 * A body that scrolls is a stop for the keyboard where nothing in it is one: otherwise nobody could
 * read its end without a pointer. Returns what is to be put on it.
 */
export function useScrollStop() {
  const [body, ref] = useState<HTMLElement | null>(null);
  const [isStop, setStop] = useState(false);
  useEffect(() => {
    if (!body || typeof ResizeObserver === 'undefined') return;
    const measure = () =>
      setStop(body.scrollHeight > body.clientHeight + 1 && body.querySelector(STOPS) === null);
    const sizes = new ResizeObserver(measure);
    const watch = () => {
      sizes.disconnect();
      for (const each of [body, ...body.children]) sizes.observe(each);
      measure();
    };
    const changes = new MutationObserver(watch);
    changes.observe(body, { childList: true, subtree: true });
    watch();
    return () => {
      sizes.disconnect();
      changes.disconnect();
    };
  }, [body]);
  return { ref, isStop };
}

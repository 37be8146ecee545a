import { useEffect, useRef } from 'react';

/**
 * Returns the ref of an element that takes the focus when it appears. The element that it replaced had the
 * focus and is gone.
 */
export function useFocusHere<E extends HTMLElement>() {
  const ref = useRef<E>(null);
  useEffect(() => ref.current?.focus({ preventScroll: true }), []);
  return ref;
}

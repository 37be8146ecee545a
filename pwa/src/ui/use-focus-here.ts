import { useEffect, useRef } from 'react';

/** Takes the focus when the element appears: the element that it replaced had the focus, and is gone. */
export function useFocusHere<E extends HTMLElement>() {
  const ref = useRef<E>(null);
  useEffect(() => ref.current?.focus({ preventScroll: true }), []);
  return ref;
}

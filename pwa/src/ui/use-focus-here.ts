import { useEffect, useRef } from 'react';

/** Takes the focus when it appears: what it replaced has taken the focus with it. */
export function useFocusHere<E extends HTMLElement>() {
  const ref = useRef<E>(null);
  useEffect(() => ref.current?.focus({ preventScroll: true }), []);
  return ref;
}

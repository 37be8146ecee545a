/** Events which show that the network or the page is back, so that nothing waits for a timer that slept. */
export type Sign = 'online' | 'offline' | 'pageshow' | 'focus' | 'visible';

/** onSign calls `wake` at each of these events. Returns the unsubscribe function. */
export function onSign(signs: readonly Sign[], wake: () => void): () => void {
  const whenSeen = () => document.visibilityState === 'visible' && wake();
  for (const sign of signs) {
    if (sign === 'visible') document.addEventListener('visibilitychange', whenSeen);
    else addEventListener(sign, wake);
  }
  return () => {
    document.removeEventListener('visibilitychange', whenSeen);
    for (const sign of signs) removeEventListener(sign, wake);
  };
}

/**
 * Events which show that the network or the page is back, so that nothing waits for a timer that was
 * suspended.
 */
export type WakeEvent = 'online' | 'offline' | 'pageshow' | 'focus' | 'visible';

/** onWakeEvent calls `wake` at each of these events. Returns the unsubscribe function. */
export function onWakeEvent(events: readonly WakeEvent[], wake: () => void): () => void {
  const wakeIfVisible = () => document.visibilityState === 'visible' && wake();
  for (const event of events) {
    if (event === 'visible') document.addEventListener('visibilitychange', wakeIfVisible);
    else addEventListener(event, wake);
  }
  return () => {
    document.removeEventListener('visibilitychange', wakeIfVisible);
    for (const event of events) removeEventListener(event, wake);
  };
}

/**
 * When to see to the push subscription: at launch, on focus, and when somebody else signs in. What
 * that needs is loaded only where notifications were ever allowed.
 */
import { onLocale } from './locale';
import { watchSession } from './token';

/** Returns how to stop. */
export function followPush(): () => void {
  const look = () => {
    if (typeof Notification !== 'function' || Notification.permission !== 'granted') return;
    void import('./push').then(
      ({ syncPush }) => syncPush(),
      () => {},
    );
  };
  const whenSeen = () => document.visibilityState === 'visible' && look();
  addEventListener('focus', look);
  document.addEventListener('visibilitychange', whenSeen);
  const stops = [watchSession(look), onLocale(look)];
  look();
  return () => {
    removeEventListener('focus', look);
    document.removeEventListener('visibilitychange', whenSeen);
    for (const stop of stops) stop();
  };
}

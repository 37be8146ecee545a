/**
 * When to see to the push subscription: at launch, on focus, and when somebody else signs in. What
 * that needs is loaded only where notifications were ever allowed.
 */
import { onSign } from '../../kit/wake';
import { onLocale } from '../../device/locale';
import { watchSession } from '../../session/token';

/** Returns how to stop. */
export function followPush(): () => void {
  const look = () => {
    if (typeof Notification !== 'function' || Notification.permission !== 'granted') return;
    void import('./push').then(
      ({ syncPush }) => syncPush(),
      () => {},
    );
  };
  const stops = [onSign(['focus', 'visible'], look), watchSession(look), onLocale(look)];
  look();
  return () => {
    for (const stop of stops) stop();
  };
}

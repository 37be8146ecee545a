/**
 * When to check the push subscription: at launch, on focus, and when another member logs in. The code for
 * that is loaded only if notifications were allowed.
 */
import { onSign } from '../../kit/wake-events';
import { onLocale } from '../../device/locale';
import { watchSession } from '../../session/token';

/** followPush returns the unsubscribe function. */
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

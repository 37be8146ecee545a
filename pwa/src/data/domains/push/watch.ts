/**
 * Checks the push subscription at launch, on focus, and when another member logs in. The code for that is
 * loaded only if notifications were allowed.
 */
import { onWakeEvent } from '../../kit/wake-events';
import { onLocale } from '../../device/locale';
import { watchSession } from '../../session/token';

/** followPush starts these checks. Returns the unsubscribe function. */
export function followPush(): () => void {
  const checkSubscription = () => {
    if (typeof Notification !== 'function' || Notification.permission !== 'granted') return;
    void import('./push').then(
      ({ syncPush }) => syncPush(),
      () => {},
    );
  };
  const stops = [
    onWakeEvent(['focus', 'visible'], checkSubscription),
    watchSession(checkSubscription),
    onLocale(checkSubscription),
  ];
  checkSubscription();
  return () => {
    for (const stop of stops) stop();
  };
}

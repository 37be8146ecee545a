/** Decides when a drain starts, in addition to the page's own timer and the service worker's `sync` event. */
import { phoneNow } from '../../api/clock';
import { watchTraffic } from '../../device/traffic';
import { onReconnect } from '../../device/connection';
import { onWakeEvent } from '../../kit/wake-events';
import { watchSession } from '../../session/token';
import { followProgress } from './progress';
import { watchStorage } from '../../storage/storage';
import { currentStoredQueue } from './queue';
import { drain } from './run';
import { assertKinds } from './kinds';
import { makeAllDueNow } from './store';

/** The minimum time in ms between two checks of the queue. Responses and database events arrive in groups. */
const PAUSE_MS = 1_000;

/**
 * startOutbox starts to send queued items. Returns the function that stops it. Throws if a queued kind
 * is not registered.
 */
export function startOutbox(): () => void {
  assertKinds();
  const drainNow = () => void drain();
  const onNetworkBack = () => void makeWaitingDue().then(drain, drain);
  const stops = [
    onWakeEvent(['online'], onNetworkBack),
    onWakeEvent(['pageshow', 'visible'], drainNow),
    watchTraffic({ began: () => {}, ended: (_, outcome) => outcome === 'response' && drainSoon() }),
    onReconnect(onNetworkBack),
    watchSession(drainNow),
    // A lost database may have contained queued items.
    watchStorage(drainSoon),
    followProgress(),
    clearPause,
  ];
  drainNow();
  return () => {
    for (const stop of stops) stop();
  };
}

let pause: ReturnType<typeof setTimeout> | undefined;

function drainSoon(): void {
  pause ??= setTimeout(() => {
    pause = undefined;
    void drain();
  }, PAUSE_MS);
}

function clearPause(): void {
  clearTimeout(pause);
  pause = undefined;
}

async function makeWaitingDue(): Promise<void> {
  const { withDb } = await currentStoredQueue();
  await withDb((db) => makeAllDueNow(db, phoneNow()));
}

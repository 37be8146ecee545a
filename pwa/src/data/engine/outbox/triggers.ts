/** Decides when a drain starts, in addition to the page's own timer and the service worker's `sync` event. */
import { phoneNow } from '../../api/clock';
import { watchTraffic } from '../../device/traffic';
import { onceBack } from '../../device/connection';
import { onSign } from '../../kit/wake-events';
import { watchSession } from '../../session/token';
import { followProgress } from './progress';
import { watchStorage } from '../../storage/storage';
import { currentPlace } from './queue';
import { drain } from './run';
import { assertKinds } from './kinds';
import { hastenAll } from './store';

/** The minimum time in ms between two checks of the queue. Responses and database events arrive in groups. */
const PAUSE_MS = 1_000;

/**
 * startOutbox starts to send what is queued. Returns the function that stops it. Throws if a queued kind
 * is not registered.
 */
export function startOutbox(): () => void {
  assertKinds();
  const now = () => void drain();
  const whenBack = () => void hasten().then(drain, drain);
  const stops = [
    onSign(['online'], whenBack),
    onSign(['pageshow', 'visible'], now),
    watchTraffic({ asked: () => {}, ended: (_, how) => how === 'answered' && soon() }),
    onceBack(whenBack),
    watchSession(now),
    // A lost database may have contained queued items.
    watchStorage(soon),
    followProgress(),
    forgetPause,
  ];
  now();
  return () => {
    for (const stop of stops) stop();
  };
}

let pause: ReturnType<typeof setTimeout> | undefined;

function soon(): void {
  pause ??= setTimeout(() => {
    pause = undefined;
    void drain();
  }, PAUSE_MS);
}

function forgetPause(): void {
  clearTimeout(pause);
  pause = undefined;
}

async function hasten(): Promise<void> {
  const { store } = await currentPlace();
  await store((db) => hastenAll(db, phoneNow()));
}

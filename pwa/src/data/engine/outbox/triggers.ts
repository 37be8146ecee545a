/** When a drain starts, besides the page's own timer and the service worker's `sync`. */
import { phoneNow } from '../../api/clock';
import { watchTraffic } from '../../device/traffic';
import { onceBack } from '../../device/connection';
import { onSign } from '../../kit/wake';
import { watchSession } from '../../session/token';
import { followProgress } from './progress';
import { watchStorage } from '../../storage/storage';
import { currentPlace } from './queue';
import { drain } from './run';
import { assertKinds } from './kinds';
import { hastenAll } from './store';

/** Responses and database events come in bunches; one check of the queue a second is enough. */
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
    // A lost database may have lost queued items too.
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

/**
 * Whether the server can be reached, decided only by its responses. `navigator.onLine` is also true in a
 * café's network that requires a login first. Offline means two seconds in which calls got no response.
 */
import { watchTraffic, type CallEnd } from './traffic';
import { Signal, Store } from '../kit/store';

export const PATIENCE_MS = 2_000;

/** True from the first call without a response until the next response. */
let isCounting = false;
const offline = new Store(false);
let failed = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const asking = new Set<number>();
const back = new Signal();

watchTraffic({ asked, ended });

export const isOffline = offline.get;

/** watchConnection notifies of each change of `isOffline`. Returns the unsubscribe function. */
export const watchConnection = offline.watch;

/** onceBack notifies of the first response after a failure. Returns the unsubscribe function. */
export const onceBack = back.watch;

function asked(id: number): void {
  asking.add(id);
  startClock();
}

function ended(id: number, how: CallEnd): void {
  asking.delete(id);
  if (how === 'answered') heard();
  else if (how === 'silent') failed = true;
  // The last open call was aborted before its result could show anything.
  else if (asking.size === 0 && !failed) stopClock();
}

function heard(): void {
  const wasSilent = failed;
  failed = false;
  stopClock();
  offline.set(false);
  if (wasSilent) back.tell();
  if (asking.size > 0) startClock();
}

function startClock(): void {
  if (isCounting) return;
  isCounting = true;
  timer = setTimeout(() => offline.set(true), PATIENCE_MS);
}

function stopClock(): void {
  isCounting = false;
  clearTimeout(timer);
}

/**
 * Whether the server can be reached, decided only by its responses. `navigator.onLine` is also true in a
 * café's network that requires a login first. Offline means two seconds in which calls got no response.
 */
import { watchTraffic, type CallOutcome } from './traffic';
import { Signal, Store } from '../kit/store';

export const OFFLINE_AFTER_MS = 2_000;

/** True from the first call without a response until the next response. */
let isCounting = false;
const offline = new Store(false);
let hasFailed = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const openCalls = new Set<number>();
const reconnected = new Signal();

watchTraffic({ began: noteCallStart, ended: noteCallEnd });

export const isOffline = offline.get;

/** watchConnection notifies of each change of `isOffline`. Returns the unsubscribe function. */
export const watchConnection = offline.watch;

/** onReconnect notifies of the first response after a failure. Returns the unsubscribe function. */
export const onReconnect = reconnected.watch;

function noteCallStart(id: number): void {
  openCalls.add(id);
  startOfflineTimer();
}

function noteCallEnd(id: number, outcome: CallOutcome): void {
  openCalls.delete(id);
  if (outcome === 'response') noteResponse();
  else if (outcome === 'lost') hasFailed = true;
  // The last open call was aborted before its result could show anything.
  else if (openCalls.size === 0 && !hasFailed) stopOfflineTimer();
}

function noteResponse(): void {
  const hadFailed = hasFailed;
  hasFailed = false;
  stopOfflineTimer();
  offline.set(false);
  if (hadFailed) reconnected.emit();
  if (openCalls.size > 0) startOfflineTimer();
}

function startOfflineTimer(): void {
  if (isCounting) return;
  isCounting = true;
  timer = setTimeout(() => offline.set(true), OFFLINE_AFTER_MS);
}

function stopOfflineTimer(): void {
  isCounting = false;
  clearTimeout(timer);
}

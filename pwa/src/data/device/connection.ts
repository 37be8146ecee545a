/**
 * Whether the server can be heard, judged by its answers alone: `navigator.onLine` says yes in
 * every café that wants a login first. Offline is two seconds of asking without an answer.
 */
import { watchTraffic, type CallEnd } from './traffic';
import { Signal, Store } from '../kit/store';

export const PATIENCE_MS = 2_000;

/** We ask in vain. */
let isCounting = false;
const offline = new Store(false);
let failed = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const asking = new Set<number>();
const back = new Signal();

watchTraffic({ asked, ended });

export const isOffline = offline.get;

/** Told of each change of `isOffline`. Returns how to stop. */
export const watchConnection = offline.watch;

/** Told of the first answer after a failure. Returns how to stop. */
export const onceBack = back.watch;

function asked(id: number): void {
  asking.add(id);
  startClock();
}

function ended(id: number, how: CallEnd): void {
  asking.delete(id);
  if (how === 'answered') heard();
  else if (how === 'silent') failed = true;
  // Called off before it could tell anything.
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

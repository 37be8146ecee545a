/**
 * Whether the server can be heard, judged by its answers alone: `navigator.onLine` says yes in
 * every café that wants a login first. Offline is two seconds of asking without an answer.
 */
import { watchTraffic, type CallEnd } from './api/traffic';

export const PATIENCE_MS = 2_000;

/** Since when we ask in vain. */
let unheardSince: number | null = null;
let offline = false;
let failed = false;
let timer: ReturnType<typeof setTimeout> | undefined;
const asking = new Set<number>();
const changeListeners = new Set<() => void>();
const backListeners = new Set<() => void>();

watchTraffic({ asked, ended });

export function isOffline(): boolean {
  return offline;
}

/** Told of each change of `isOffline`. Returns how to stop. */
export function watchConnection(listener: () => void): () => void {
  changeListeners.add(listener);
  return () => changeListeners.delete(listener);
}

/** Told of the first answer after a failure. Returns how to stop. */
export function onceBack(listener: () => void): () => void {
  backListeners.add(listener);
  return () => backListeners.delete(listener);
}

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
  const back = failed;
  failed = false;
  stopClock();
  setOffline(false);
  if (back) for (const listener of backListeners) listener();
  if (asking.size > 0) startClock();
}

function startClock(): void {
  if (unheardSince !== null) return;
  unheardSince = Date.now();
  timer = setTimeout(() => setOffline(true), PATIENCE_MS);
}

function stopClock(): void {
  unheardSince = null;
  clearTimeout(timer);
}

function setOffline(value: boolean): void {
  if (offline === value) return;
  offline = value;
  for (const listener of changeListeners) listener();
}

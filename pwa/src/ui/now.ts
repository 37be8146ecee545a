/** The current time. It is the phone's, until the app that uses these components sets the server's. */
export interface TimeSource {
  now: () => number;
  /** Calls the listener when the time was corrected. Returns the unsubscribe function. */
  watch: (listener: () => void) => () => void;
}

let source: TimeSource = { now: () => Date.now(), watch: () => () => {} };

export function setClock(newSource: TimeSource): void {
  source = newSource;
}

export function timeNow(): number {
  return source.now();
}

export function watchTime(listener: () => void): () => void {
  return source.watch(listener);
}

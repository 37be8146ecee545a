/** The current time: the phone's clock, until the app calls `setTimeSource` with the server's time. */
export interface TimeSource {
  now: () => number;
  /** Calls the listener when the time was corrected. Returns the unsubscribe function. */
  watch: (listener: () => void) => () => void;
}

let source: TimeSource = { now: () => Date.now(), watch: () => () => {} };

export function setTimeSource(newSource: TimeSource): void {
  source = newSource;
}

export function timeNow(): number {
  return source.now();
}

export function watchTime(listener: () => void): () => void {
  return source.watch(listener);
}

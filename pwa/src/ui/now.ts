/** What time it is: the phone's, until the app that these components are in names the server's. */
export interface TimeSource {
  now: () => number;
  /** Told where the time turns out to be another. Returns how to stop. */
  watch: (listener: () => void) => () => void;
}

let source: TimeSource = { now: () => Date.now(), watch: () => () => {} };

export function tellTimeBy(better: TimeSource): void {
  source = better;
}

export function timeNow(): number {
  return source.now();
}

export function watchTime(listener: () => void): () => void {
  return source.watch(listener);
}

/** Reports which calls got a response and which did not, for "offline" and for retries. */

export type CallOutcome = 'response' | 'lost' | 'aborted';

export interface TrafficWatcher {
  began(id: number): void;
  ended(id: number, outcome: CallOutcome): void;
}

const watchers = new Set<TrafficWatcher>();
let lastId = 0;

/** watchTraffic notifies of each call's start and end. Returns the unsubscribe function. */
export function watchTraffic(watcher: TrafficWatcher): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** reportCall reports the start of a call. Call the returned function when the call ends. */
export function reportCall(): (outcome: CallOutcome) => void {
  const id = ++lastId;
  for (const watcher of watchers) watcher.began(id);
  return (outcome) => {
    for (const watcher of watchers) watcher.ended(id, outcome);
  };
}

/**
 * reportResponse reports a response to a call whose duration is no sign of being offline, such as an upload.
 */
export function reportResponse(): void {
  reportCall()('response');
}

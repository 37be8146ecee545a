/** Who hears from the server and who does not: the ground for "offline" and for trying again. */

export type CallEnd = 'answered' | 'silent' | 'aborted';

export interface TrafficWatcher {
  asked(id: number): void;
  ended(id: number, how: CallEnd): void;
}

const watchers = new Set<TrafficWatcher>();
let lastId = 0;

/** Told of each call's beginning and end. Returns how to stop. */
export function watchTraffic(watcher: TrafficWatcher): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Reports a call; the returned function reports its end. */
export function reportCall(): (how: CallEnd) => void {
  const id = ++lastId;
  for (const watcher of watchers) watcher.asked(id);
  return (how) => {
    for (const watcher of watchers) watcher.ended(id, how);
  };
}

/** Reports an answer to something too slow to be timed, such as an upload. */
export function reportAnswer(): void {
  reportCall()('answered');
}

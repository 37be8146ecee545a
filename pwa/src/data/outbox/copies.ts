/** Noting and forgetting promises, and the bytes of this page's own in memory. Whoever queues an item loads this. */
import type { QueueDb } from '../storage/db';
import { promiseList, promisesOf, type Promised } from './promises';

/** Puts the item into the queue again, under its id; returns the id that it waits under. */
type PutBack = (db: QueueDb) => Promise<string>;

export interface Copy {
  size: number;
  putBack: PutBack;
  /** How often it may still be put back. */
  turns: number;
}

/** Pictures and films of the queue, in memory a second time. */
const COPIES_MOST_BYTES = 40 * 1024 * 1024;
const TURNS = 5;

/** By id, the oldest first. */
export const copies = new Map<string, Copy>();

/** Notes an item that the queue has. */
export function notePromise(owner: string, item: Promised, putBack: PutBack): void {
  const { id, kind, capturedAt, size } = item;
  copies.set(id, { size, putBack, turns: TURNS });
  let bytes = [...copies.values()].reduce((sum, copy) => sum + copy.size, 0);
  for (const [oldest, copy] of copies) {
    if (bytes <= COPIES_MOST_BYTES) break;
    copies.delete(oldest);
    bytes -= copy.size;
  }
  write(owner, [...promisesOf(owner).filter((other) => other.id !== id), { id, kind, capturedAt, size }]);
}

export function forgetPromises(owner: string, ids: readonly string[]): void {
  if (ids.length === 0) return;
  for (const id of ids) copies.delete(id);
  write(
    owner,
    promisesOf(owner).filter(({ id }) => !ids.includes(id)),
  );
}

/** The member leaves the device. */
export function forgetAllPromises(owner: string): void {
  forgetPromises(
    owner,
    promisesOf(owner).map(({ id }) => id),
  );
}

/** They wait in another queue from now on: a guest has signed in. */
export function movePromises(from: string, to: string, ids: readonly string[]): void {
  const moved = promisesOf(from).filter(({ id }) => ids.includes(id));
  if (moved.length === 0) return;
  write(to, [...promisesOf(to), ...moved]);
  write(
    from,
    promisesOf(from).filter(({ id }) => !ids.includes(id)),
  );
}

function write(owner: string, promised: Promised[]): void {
  promiseList(owner).write(promised);
}

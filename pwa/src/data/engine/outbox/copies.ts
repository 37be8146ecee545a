/** Noting and forgetting promises, and the bytes of this page's own in memory. Whoever queues an item loads this. */
import type { QueueDb } from '../../storage/db';
import { promiseList, promisesOf, type Promised } from './promises';

/** Puts the item into the queue again, under its id; returns the id that it waits under. */
type PutBack = (db: QueueDb) => Promise<string>;

export interface Copy {
  bytes: ArrayBuffer | undefined;
  putBack: PutBack;
  /** How often it may still be put back. */
  turns: number;
}

/** Pictures and films of the queue, in memory a second time. */
const COPIES_MOST_BYTES = 40 * 1024 * 1024;
const TURNS = 5;

/** By id, the oldest first. */
export const copies = new Map<string, Copy>();

/** Notes an item that the queue has, with the bytes of its file. */
export function notePromise(
  owner: string,
  item: Omit<Promised, 'size'>,
  putBack: PutBack,
  bytes?: ArrayBuffer,
): void {
  copies.set(item.id, { bytes, putBack, turns: TURNS });
  let total = [...copies.values()].reduce((sum, copy) => sum + sizeOf(copy), 0);
  for (const [oldest, copy] of copies) {
    if (total <= COPIES_MOST_BYTES) break;
    copies.delete(oldest);
    total -= sizeOf(copy);
  }
  const others = promisesOf(owner).filter(({ id }) => id !== item.id);
  write(owner, [...others, { ...item, size: bytes?.byteLength ?? 0 }]);
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

function sizeOf({ bytes }: Copy): number {
  return bytes?.byteLength ?? 0;
}

function write(owner: string, promised: Promised[]): void {
  promiseList(owner).write(promised);
}

/**
 * The items that this phone has promised to send, listed outside the queue: local storage holds their ids, the page's
 * memory their bytes (`recovery.ts`). An item that is in the queue no more, and left no tombstone, has vanished with
 * its store: `recovery.ts` finds it.
 *
 *   note an item        after the queue has it: before that, nobody was told that it is kept
 *   forget an item      once its leaving is proven (sent, cancelled), or the member has read that it is lost
 *   the page closes     the ids stay, the bytes go: what vanishes then is told, and cannot be put back
 *   the member logs out all of theirs go
 */
import { Store } from '../../kit/store';
import { lastingList, type StoredList } from '../../kit/web-storage';
import type { QueuedItem } from '../../storage/queued-item';

/** What a notice says of an item that is lost. */
export type Promised = Pick<QueuedItem, 'id' | 'kind' | 'capturedAt' | 'size'>;

export const NONE: readonly Promised[] = [];
/** Of the queue that this page sends: what has vanished from it. */
export const lostItems = new Store(NONE);

/** What was promised to `owner` (see `ownerOf`), the oldest first. */
export function promisesOf(owner: string): Promised[] {
  return promiseList(owner).rows();
}

export function promiseList(owner: string): StoredList<Promised> {
  return lastingList(`unsent:${owner}`);
}

/**
 * The items that this device has promised to send, listed outside the queue: their ids in local storage,
 * their bytes in the page's memory (`recovery.ts`). An item that is no longer in the queue, and left no
 * tombstone, has vanished with its store: `recovery.ts` finds it.
 *
 *   note an item        after the queue has it: before that, the app has not shown it as queued
 *   forget an item      once it is proven to be sent or cancelled, or the member has read that it is lost
 *   the page closes     the ids stay, the bytes are lost: items that vanish then are reported, not put back
 *   the member logs out all of the member's are deleted
 */
import { Store } from '../../kit/store';
import { deviceStorageList, type StoredList } from '../../kit/web-storage';
import type { QueuedItem } from '../../storage/queued-item';

/** The fields of a lost item that a notice shows. */
export type PromisedItem = Pick<QueuedItem, 'id' | 'kind' | 'capturedAt' | 'size'>;

export const NO_ITEMS: readonly PromisedItem[] = [];
/** Items that have vanished from this page's queue and cannot be put back. */
export const lostItems = new Store(NO_ITEMS);

/** promisesOf returns the items promised to `owner` (see `ownerOf`), oldest first. */
export function promisesOf(owner: string): PromisedItem[] {
  return promiseList(owner).rows();
}

export function promiseList(owner: string): StoredList<PromisedItem> {
  return deviceStorageList(`unsent:${owner}`);
}

/**
 * The console's lists: the queue, the proposals that wait for a second operator, and the member who was
 * looked up.
 */
import { Store } from '@/data/kit/store';
import { Board } from './board';
import { fetchItems, openMember } from './calls';
import { dropRepeats, readPages } from './pages';
import { toast } from '@/ui/toast';
import { setCount } from '../frame/counts';
import { errorTextOf } from '../i18n';
import { isSessionExpired } from '../session';

/**
 * A screen at least this wide shows an item next to its list. On a narrower screen the item covers the list.
 */
export const WIDE_SCREEN = '(min-width: 768px)';

let latestRequest = 0;

const restartRefresh = () => {
  latestRequest++;
  void refreshLists();
};

export const queueBoard = new Board(restartRefresh);
export const proposalBoard = new Board(restartRefresh);
/** A list with at most one row: the member who was looked up. */
export const memberBoard = new Board(restartRefresh);

for (const [section, { store }] of [
  ['queue', queueBoard],
  ['proposals', proposalBoard],
] as const) {
  // Does not count the row that has ended but stays under the cursor.
  store.watch(() => setCount(section, store.get().list.rows.length - store.get().list.ended.size));
}

/** The number of pages shown of each list, and the kind that the queue shows: '' for all. */
interface Extent {
  kind: string;
  queuePages: number;
  proposalPages: number;
}

const start: Extent = { kind: '', queuePages: 1, proposalPages: 1 };
export const extent = new Store<Extent>(start);

/** Reloads the lists. Never rejects, because the lists are polled again. */
export async function refreshLists(): Promise<void> {
  const thisRequest = ++latestRequest;
  const { kind, queuePages, proposalPages } = extent.get();
  const fetchList = (only: string, pages: number) =>
    readPages((cursor) => fetchItems({ ...(only && { kind: only }), ...(cursor && { cursor }) }), pages);
  try {
    const [waiting, proposals, paused] = await Promise.all([
      fetchList(kind, queuePages),
      fetchList('PROPOSAL', proposalPages),
      // Paused payouts are shown above every list, so they are loaded separately from its pages.
      fetchList('PAYOUTS', 1),
    ]);
    if (thisRequest !== latestRequest) return;
    queueBoard.put(
      dropRepeats([...waiting.items, ...paused.items]),
      waiting.more,
      matchMedia(WIDE_SCREEN).matches,
    );
    proposalBoard.put(proposals.items, proposals.more, false);
  } catch {
    if (thisRequest !== latestRequest) return;
    queueBoard.fail();
    proposalBoard.fail();
  }
}

/** Shows the items of one kind in the queue, or of all kinds. */
export function showKind(kind: string): void {
  extent.change((shown) => ({ ...shown, kind, queuePages: 1 }));
  queueBoard.goTo(null);
  void refreshLists();
}

/** Shows another page of a list. */
export function showMore(list: 'queuePages' | 'proposalPages'): void {
  extent.change((shown) => ({ ...shown, [list]: shown[list] + 1 }));
  void refreshLists();
}

/** Shows a member next to the list; null shows the list's own row again. */
export async function showMember(id: string | null): Promise<void> {
  memberBoard.clear();
  if (id === null) return;
  try {
    const member = await openMember(id);
    memberBoard.put([member], false, true);
  } catch (error) {
    if (!isSessionExpired(error)) toast.error(errorTextOf(error));
  }
}

export function clearLists(): void {
  latestRequest++;
  extent.set(start);
  for (const board of [queueBoard, proposalBoard, memberBoard]) board.clear();
}

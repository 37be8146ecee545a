/** The desk's lists, filled by one question: the queue, what waits for a second person, and the member who was looked up. */
import { Board } from './board';
import { askItems, openMember } from './calls';
import { toast } from '@/ui/toast';
import { trouble } from '../i18n';
import { isSignedOut } from '../session';

/** Wide enough for an item beside its list; on a phone it lies over it. */
export const ROOM_BESIDE = '(min-width: 768px)';

let turn = 0;

const again = () => {
  turn++;
  void refreshDesk();
};

export const queue = new Board(again);
export const pairs = new Board(again);
/** One row at most: whom somebody looks at. */
export const looked = new Board(again);

/** Never rejects: it is asked again by itself. */
export async function refreshDesk(): Promise<void> {
  const mine = ++turn;
  try {
    const { items, more } = await askItems();
    if (mine !== turn) return;
    queue.put(
      items.filter(({ kind }) => kind !== 'PROPOSAL'),
      more,
      matchMedia(ROOM_BESIDE).matches,
    );
    pairs.put(
      items.filter(({ kind }) => kind === 'PROPOSAL'),
      more,
      false,
    );
  } catch {
    if (mine !== turn) return;
    queue.fail();
    pairs.fail();
  }
}

/** Shows a member beside the list; null shows the list's own row again. */
export async function lookAt(id: string | null): Promise<void> {
  looked.clear();
  if (id === null) return;
  try {
    const member = await openMember(id);
    looked.put([member], false, true);
  } catch (error) {
    if (!isSignedOut(error)) toast.error(trouble(error));
  }
}

export function clearDesk(): void {
  turn++;
  for (const board of [queue, pairs, looked]) board.clear();
}

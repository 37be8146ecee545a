import { closePanel, usePanel } from '../panel/place';
import { useStore } from '@/data/kit/useStore';
import type { Board } from './board';
import { openItem } from './board';
import { lookAt, looked } from './boards';
import { askAct, offerOf } from './perform';
import type { Offer } from './wire';
import { CURRENT_ROW, focusOn, useCashierKeys } from './use-cashier-keys';

/** A list and what is open beside it, from the keyboard. A member who was looked up comes before the row. */
export function useBoardKeys(board: Board): void {
  const panel = usePanel();
  const isLooking = openItem(useStore(looked.store)) !== undefined;
  const decide = (answer: Offer['answer']) => {
    const { asking } = board.store.get();
    // While something is asked, and while another's facts cover the item, a letter would be a slip of the hand.
    if (isLooking || asking !== null || panel === 'me') return;
    const found = offerOf(board, answer);
    if (!found) return;
    askAct(board, found.item, found.offer);
    const { asked } = board.store.get();
    if (asked) focusOn(`[data-need=${asked}]`);
  };
  useCashierKeys({
    move(step) {
      void lookAt(null);
      board.goBy(step);
      requestAnimationFrame(() => focusOn(CURRENT_ROW));
    },
    accept: () => decide('yes'),
    refuse: () => decide('no'),
    back() {
      const top = isLooking ? looked : board;
      if (panel === 'me') closePanel();
      else if (top.store.get().asking !== null) top.ask(null);
      else if (isLooking) void lookAt(null);
      focusOn(CURRENT_ROW);
    },
  });
}

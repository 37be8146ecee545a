import { useEffect } from 'react';
import { useStore } from '@/data/kit/use-store';
import { CURRENT_ROW, focusOn, PAGE_SEARCH } from '../frame/focus';
import { useKeys } from '../frame/use-keys';
import { closePanel, usePanel } from '../panel/open-panel';
import type { Board } from './board';
import { currentItem } from './board';
import { showMember, memberBoard } from './boards';
import { requestAction, findOffer } from './perform';
import type { Offer } from './wire';

/**
 * Handles the keys of a list and its open item. While a member who was looked up is shown, the keys that
 * accept and refuse do nothing. Escape closes the member's confirmation or the member, and arrows return to
 * the list.
 */
export function useBoardKeys(board: Board): void {
  const panel = usePanel();
  const isMemberShown = currentItem(useStore(memberBoard.store)) !== undefined;
  const decide = (answer: Offer['answer']) => {
    const { confirming } = board.store.get();
    // While a confirmation is open, or another panel covers the item, the key was pressed by mistake.
    if (isMemberShown || confirming !== null || panel === 'me') return;
    const found = findOffer(board, answer);
    if (!found) return;
    requestAction(board, found.item, found.offer);
    const { missingField } = board.store.get();
    if (missingField) focusOn(`[data-need=${missingField}]`);
  };
  useSearchFocus();
  useKeys('cashier', {
    move(keyIndex) {
      void showMember(null);
      board.moveBy(keyIndex === 0 ? 1 : -1);
      // An operator may start an action before this frame. Then the focus stays in the action's form or
      // missing field.
      requestAnimationFrame(() => {
        const { confirming, missingField } = board.store.get();
        if (confirming === null && missingField === null) focusOn(CURRENT_ROW);
      });
    },
    accept: () => decide('yes'),
    refuse: () => decide('no'),
    find: () => focusOn(PAGE_SEARCH),
    back() {
      const top = isMemberShown ? memberBoard : board;
      if (panel === 'me') closePanel();
      else if (top.store.get().confirming !== null) top.openConfirmation(null);
      else if (isMemberShown) void showMember(null);
      focusOn(CURRENT_ROW);
    },
  });
}

/** Focuses the search when the page opens. On phones it does not, because that would open the keyboard. */
function useSearchFocus(): void {
  useEffect(() => {
    if (!matchMedia('(pointer: coarse)').matches) focusOn(PAGE_SEARCH);
  }, []);
}

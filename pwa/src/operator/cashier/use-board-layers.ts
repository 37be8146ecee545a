import { useStore } from '@/data/kit/use-store';
import { useBackLayer } from '@/ui/layers';
import { useMedia } from '@/ui/media';
import { currentItem, type Board, type BoardState } from './board';
import { memberBoard, showMember, WIDE_SCREEN } from './boards';

/**
 * Registers the screen layers that the browser's back key closes one at a time. They are a member who was
 * looked up, a confirmation, and on a phone the item above its list.
 */
export function useBoardLayers(board: Board, state: BoardState): void {
  const hasRoom = useMedia(WIDE_SCREEN);
  const memberState = useStore(memberBoard.store);
  useBackLayer(!hasRoom && currentItem(state) !== undefined, () => board.goTo(null));
  useBackLayer(currentItem(memberState) !== undefined, () => void showMember(null));
  useBackLayer(state.confirming !== null, () => board.openConfirmation(null));
  useBackLayer(memberState.confirming !== null, () => memberBoard.openConfirmation(null));
}

import type { Board, BoardState } from '../board';
import type { CashierItem } from '../wire';

/** The props of each component in the detail column. */
export interface DetailProps {
  board: Board;
  state: BoardState;
  item: CashierItem;
}

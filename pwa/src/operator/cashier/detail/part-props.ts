import type { Board, BoardState } from '../board';
import type { Waiting } from '../wire';

/** The props of each part of the detail column. */
export interface PartProps {
  board: Board;
  state: BoardState;
  item: Waiting;
}

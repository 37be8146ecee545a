import type { Board, BoardState } from '../board';
import type { Waiting } from '../wire';

/** What each part of the column is about. */
export interface PartProps {
  board: Board;
  state: BoardState;
  item: Waiting;
}

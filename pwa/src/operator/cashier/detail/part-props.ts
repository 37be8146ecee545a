import type { QueueState } from '../queue/queue';
import type { Waiting } from '../wire';

/** What each part of the column is about. */
export interface PartProps {
  item: Waiting;
  state: QueueState;
}

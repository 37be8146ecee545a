import type { MemberDb } from '../../storage/db';
import type { QueuedItem } from '../../storage/queued-item';

/** What the queue has to know of a kind. */
export interface KindRules<Item extends QueuedItem> {
  /** Sent one after the other. */
  lane: string;
  /** Older than that, it is sent only once the member says so. */
  staleAfterMs: number;
  /** Its file has to be there, as it was put in. */
  hasFile(item: Item): boolean;
  /** The member gave it up: what else goes, in the same transaction. */
  discarded?(db: MemberDb, id: string): Promise<void>;
}

import { useList } from '../../engine/pages/pages';
import type { SlipRow } from '../../storage/db';

/**
 * useWaitingSlips returns the slips that a cashier is checking. The server writes no statement line for
 * them before a decision, since until then no money is known to have come. A sum of the statement must
 * not count them. The slip's outcome and its statement line come by the same sync, so there is no gap.
 */
export function useWaitingSlips(): SlipRow[] {
  const { data } = useList('slips');
  return data?.rows.filter(({ status, review, unsent }) => status === 'PENDING' && review && !unsent) ?? [];
}

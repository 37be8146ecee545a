import { useList } from '../../engine/pages/pages';
import type { SlipRow } from '../../storage/db';

/**
 * useWaitingSlips returns the slips that a cashier is checking. Until the decision it is unknown whether
 * money arrived, so the server writes no statement line for them. Totals of the statement must not include
 * them. One sync returns both a slip's outcome and its statement line, so the slip is never missing from
 * both.
 */
export function useWaitingSlips(): SlipRow[] {
  const { data } = useList('slips');
  return data?.rows.filter(({ status, review, unsent }) => status === 'PENDING' && review && !unsent) ?? [];
}

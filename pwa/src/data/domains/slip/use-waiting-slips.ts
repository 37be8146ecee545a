import { useList } from '../../engine/pages/pages';
import type { SlipRow } from '../../storage/db';

/**
 * Slips that a cashier looks at. The server writes no line for them before somebody has decided, and
 * rightly so: until then no money is known to have come, and whoever adds up the statement must not
 * count it. The slip and its end come by the same sync, so the line takes its place without a gap.
 */
export function useWaitingSlips(): SlipRow[] {
  const { data } = useList('slips');
  return data?.rows.filter(({ status, review, unsent }) => status === 'PENDING' && review && !unsent) ?? [];
}

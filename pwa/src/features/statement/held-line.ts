import type { Wallet } from '@/data/api/types';
import { useList } from '@/data/engine/pages/pages';
import { useHomePart } from '@/data/engine/home/home';

/**
 * Returns the id of the statement line that holds all pending money. Returns undefined if there are several
 * such lines, or if the line is not among the newest.
 */
export function useHeldLine(): string | undefined {
  const { data } = useList('statement');
  const pendingAmount = (useHomePart('wallet') as Wallet | undefined)?.onTheWay;
  const held = data?.rows.filter(
    ({ status, statementType, amount }) =>
      status === 'PENDING' && statementType !== 'deposit' && amount === pendingAmount,
  );
  return held?.length === 1 ? held[0]?._id : undefined;
}

import { useList } from '@/data/lists/useList';

/** The one line that holds all that is on its way; undefined where there are several, or older ones than the phone has. */
export function useHeldLine(): string | undefined {
  const { data } = useList('statement');
  const held = (data?.rows ?? []).filter(
    ({ status, statementType }) =>
      status === 'PENDING' && (statementType === 'transfer' || statementType === 'withdraw'),
  );
  return held.length === 1 ? held[0]?._id : undefined;
}

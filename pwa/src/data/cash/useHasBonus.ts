import { useLiveQuery } from 'dexie-react-hooks';
import { useMemberDb } from '../hooks/useDatabase';

/** Whether the member has taken a bonus that has not ended, as far as the phone's statement tells. */
export function useHasBonus(): boolean {
  const db = useMemberDb();
  const last = useLiveQuery(
    async () =>
      db?.statement
        .orderBy('createdAt')
        .reverse()
        .filter(
          ({ statementType, status }) =>
            status === 'SUCCESS' && (statementType === 'bonus' || statementType === 'finish_bonus'),
        )
        .first(),
    [db],
  );
  return last?.statementType === 'bonus';
}

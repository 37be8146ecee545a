import { useLiveQuery } from 'dexie-react-hooks';
import type { BankAccount } from '../api/types';
import { useMemberDb } from './useDatabase';

/** The member's own account as the phone knows it; asks nobody. */
export function useBankAccount(): BankAccount | undefined {
  const db = useMemberDb();
  const row = useLiveQuery(() => db?.home.get('bankAccount'), [db]);
  return row?.value as BankAccount | undefined;
}

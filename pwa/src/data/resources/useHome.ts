import { useLiveQuery } from 'dexie-react-hooks';
import { useMemo } from 'react';
import type { BankAccount, Home, RefundCheck, Slot, Wallet } from '../api/types';
import { defaultCurrency, type Currency } from '../currency';
import { dateOf, useAskedOnce, type Cached } from '../hooks/cached';
import { useMemberDb } from '../hooks/useDatabase';
import type { HomeRow } from '../storage/db';
import { refreshHome } from './home';

/** Parts may be missing before the first home load: a sync brings the wallet alone. */
export type CachedHome = Partial<Home> & { refund?: RefundCheck };

/** Wallet, profile, bank account, invite and games, as last heard. `asOf` is the balance's age. */
export function useHome(): Cached<CachedHome> {
  const db = useMemberDb();
  const rows = useLiveQuery(async () => db?.home.toArray(), [db]);
  const busy = useAskedOnce('home', refreshHome, db !== null);
  const data = useMemo(() => homeOf(rows), [rows]);
  const wallet = rows?.find((row) => row.key === 'wallet');
  return { data, asOf: dateOf(wallet?.fetchedAt), loading: data === undefined && busy };
}

/** The member's own account as the phone knows it; asks nobody. */
export function useBankAccount(): BankAccount | undefined {
  const db = useMemberDb();
  const row = useLiveQuery(() => db?.home.get('bankAccount'), [db]);
  return row?.value as BankAccount | undefined;
}

/** What lies in the wallet, in baht or kip, as the phone knows it; asks nobody. */
export function useBalance(): number | undefined {
  const db = useMemberDb();
  const row = useLiveQuery(() => db?.home.get('wallet'), [db]);
  return (row?.value as Wallet | undefined)?.amount;
}

/** What the member's money is counted in, as the phone knows it; asks nobody. */
export function useCurrency(): Currency {
  const db = useMemberDb();
  const row = useLiveQuery(() => db?.home.get('wallet'), [db]);
  const known = (row?.value as Wallet | undefined)?.currency;
  if (known === undefined) return defaultCurrency();
  return known === 'LAK' ? 'LAK' : 'BAHT';
}

/** The games as the phone knows them; asks nobody. Undefined until it has looked. */
export function useSlots(): readonly Slot[] | undefined {
  const db = useMemberDb();
  return useLiveQuery(async () => {
    const row = await db?.home.get('slots');
    return (row?.value as Slot[] | undefined) ?? [];
  }, [db]);
}

function homeOf(rows: HomeRow[] | undefined): CachedHome | undefined {
  if (!rows || rows.length === 0) return undefined;
  return Object.fromEntries(rows.map((row) => [row.key, row.value])) as CachedHome;
}

import { useMemo } from 'react';
import type { BankAccount, Home, RefundCheck, Slot, Wallet } from '../../api/types';
import { defaultCurrency, type Currency } from '../../device/variant';
import { dateOf, useAskedOnce, type Cached } from '../../engine/live/cached';
import { homeReading, refreshHome, useHomePart } from '../../engine/home/home';
import { useLive, useMemberDb } from '../../engine/live/live';
import type { HomeRow } from '../../storage/db';

const NO_SLOTS: readonly Slot[] = [];

/** Parts may be missing before the first home load: a sync brings the wallet alone. */
export type CachedHome = Partial<Home> & { refund?: RefundCheck };

/**
 * Wallet, profile, bank account, invite and games, as last heard. `asOf` is the balance's age. Loading until
 * the games are known, which come last: an answer to something else may tell the wallet alone.
 */
export function useHome(): Cached<CachedHome> {
  const db = useMemberDb();
  const rows = useLive(homeReading);
  const data = useMemo(() => homeOf(rows), [rows]);
  const known = data?.slots !== undefined;
  const ready = db !== null;
  const busy = useAskedOnce({ key: 'home', ask: refreshHome, ready, known, reading: homeReading });
  const wallet = rows?.find((row) => row.key === 'wallet');
  return { data, asOf: dateOf(wallet?.fetchedAt), loading: !known && busy };
}

/** The member's own account as the phone knows it; asks nobody. */
export function useBankAccount(): BankAccount | undefined {
  return useHomePart('bankAccount') as BankAccount | undefined;
}

/** What lies in the wallet, in baht or kip, as the phone knows it; asks nobody. */
export function useBalance(): number | undefined {
  return (useHomePart('wallet') as Wallet | undefined)?.amount;
}

/** What the member's money is counted in, as the phone knows it; asks nobody. */
export function useCurrency(): Currency {
  const known = (useHomePart('wallet') as Wallet | undefined)?.currency;
  if (known === undefined) return defaultCurrency();
  return known === 'LAK' ? 'LAK' : 'BAHT';
}

/** The games as the phone knows them; asks nobody. Undefined until it has looked. */
export function useSlots(): readonly Slot[] | undefined {
  const rows = useLive(homeReading);
  const slots = rows?.find(({ key }) => key === 'slots')?.value as Slot[] | undefined;
  return rows && (slots ?? NO_SLOTS);
}

function homeOf(rows: HomeRow[] | undefined): CachedHome | undefined {
  if (!rows || rows.length === 0) return undefined;
  return Object.fromEntries(rows.map((row) => [row.key, row.value])) as CachedHome;
}

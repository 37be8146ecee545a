import { useMemo } from 'react';
import type { BankAccount, Home, RefundCheck, Slot, Wallet } from '../../api/types';
import { defaultCurrency, type Currency } from '../../device/variant';
import { dateOf, useRequestOnce, type Cached } from '../../engine/live/cached';
import { homeQuery, refreshHome, useHomePart } from '../../engine/home/home';
import { useLive, useMemberDb } from '../../engine/live/live';
import type { HomeRow } from '../../storage/db';

const NO_SLOTS: readonly Slot[] = [];

/**
 * Home data on the device. Parts may be missing before the first home load, because a sync may return only
 * the wallet.
 */
export type CachedHome = Partial<Home> & { refund?: RefundCheck };

/**
 * useHome returns wallet, profile, bank account, invite and games, as last received. `asOf` is the time of
 * the balance. `loading` is true until the games are known, which arrive last.
 */
export function useHome(): Cached<CachedHome> {
  const db = useMemberDb();
  const rows = useLive(homeQuery);
  const data = useMemo(() => homeOf(rows), [rows]);
  const hasData = data?.slots !== undefined;
  const ready = db !== null;
  const busy = useRequestOnce({ key: 'home', request: refreshHome, ready, hasData, query: homeQuery });
  const wallet = rows?.find((row) => row.key === 'wallet');
  return { data, asOf: dateOf(wallet?.fetchedAt), loading: !hasData && busy };
}

/** useBankAccount returns the member's own account as the device has it, without a request. */
export function useBankAccount(): BankAccount | undefined {
  return useHomePart('bankAccount') as BankAccount | undefined;
}

/** useBalance returns the wallet's amount, in baht or kip, as the device has it, without a request. */
export function useBalance(): number | undefined {
  return (useHomePart('wallet') as Wallet | undefined)?.amount;
}

/** useCurrency returns the currency of the member's money as the device has it, without a request. */
export function useCurrency(): Currency {
  const currency = (useHomePart('wallet') as Wallet | undefined)?.currency;
  if (currency === undefined) return defaultCurrency();
  return currency === 'LAK' ? 'LAK' : 'BAHT';
}

/** useSlots returns the games as the device has them, without a request; undefined until they were read. */
export function useSlots(): readonly Slot[] | undefined {
  const rows = useLive(homeQuery);
  const slots = rows?.find(({ key }) => key === 'slots')?.value as Slot[] | undefined;
  return rows && (slots ?? NO_SLOTS);
}

function homeOf(rows: HomeRow[] | undefined): CachedHome | undefined {
  if (!rows || rows.length === 0) return undefined;
  return Object.fromEntries(rows.map((row) => [row.key, row.value])) as CachedHome;
}

import type { DepositBank, DepositLookup } from '@/data/api/types';
import type { QrOffer } from '@/data/domains/cash/types';

/** The banks whose accounts the bank section knows how to show. */
const handled = ['SCB', 'KBANK', 'GSB', 'BCEL'];

export interface DepositSections {
  /** Accounts to transfer to. */
  bank: DepositBank[];
  /** Paid by QR. */
  qr: DepositBank[];
}

/** The account that the gateway's QR pays into, where the lookup names it. */
export function accountOf({ provider }: QrOffer, entries: readonly DepositBank[]): DepositBank | undefined {
  return entries.find(({ bankCode }) => bankCode === provider);
}

/** Entries that are paid by QR and whose gateway is not open: they are said to be closed, not left out. */
export function closedEntries(entries: readonly DepositBank[], offers: readonly QrOffer[]): DepositBank[] {
  return entries.filter(({ bankCode }) => offers.every(({ provider }) => provider !== bankCode));
}

/**
 * Sorts the lookup's entries. A payment gateway and KBANK outside AUTO are paid
 * by QR; the rest are accounts. In manual mode every account is a plain one.
 */
export function depositSections({
  banks,
  isManual,
}: Pick<DepositLookup, 'banks' | 'isManual'>): DepositSections {
  if (isManual) return { bank: banks, qr: [] };
  const qr = banks.filter(isQr);
  const bank = banks.filter((entry) => !isQr(entry) && handled.includes(entry.bankCode));
  return { bank, qr };
}

/** The account whose LAPNet code is shown: the first that has one. */
export function lapnetOf(entries: readonly DepositBank[]): DepositBank | undefined {
  return entries.find(({ lapnet }) => lapnet);
}

function isQr({ bankType, bankCode, mode }: DepositBank): boolean {
  return bankType === 'PAYMENT' || (bankCode === 'KBANK' && mode !== 'AUTO');
}

import type { DepositBank, DepositLookup } from '@/data/api/types';

/** The banks whose accounts the bank section knows how to show. */
const handled = ['SCB', 'KBANK', 'GSB', 'BCEL'];

export interface DepositSections {
  /** Accounts to transfer to. */
  bank: DepositBank[];
  /** Paid by QR. */
  qr: DepositBank[];
}

/**
 * Sorts the lookup's entries. A payment gateway and KBANK outside AUTO are paid
 * by QR; the rest are accounts. In manual mode every account is a plain one.
 */
export function depositSections({ banks, isManual }: Pick<DepositLookup, 'banks' | 'isManual'>): DepositSections {
  if (isManual) return { bank: banks, qr: [] };
  const qr = banks.filter(isQr);
  const bank = banks.filter((entry) => !isQr(entry) && handled.includes(entry.bankCode));
  return { bank, qr };
}

function isQr({ bankType, bankCode, mode }: DepositBank): boolean {
  return bankType === 'PAYMENT' || (bankCode === 'KBANK' && mode !== 'AUTO');
}

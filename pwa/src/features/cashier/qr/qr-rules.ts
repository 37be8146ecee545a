import type { QrOffer } from '@/data/cash/types';
import { satangOf } from '@/data/satang';

/** Below a baht nothing is asked of a gateway. */
const LEAST = 100;

/** Whether a QR of so many satang can be asked for: KBANK takes any, the others have a minimum. */
export function canCreate({ provider, minDeposit }: QrOffer, satang: number | undefined): boolean {
  if (satang === undefined || satang < LEAST) return false;
  return provider === 'KBANK' || satang >= satangOf(minDeposit);
}

export function isTooLittle(offer: QrOffer, satang: number | undefined): boolean {
  return satang !== undefined && satang > 0 && !canCreate(offer, satang);
}

/** The least that is taken, in baht. */
export function leastOf({ provider, minDeposit }: QrOffer): number {
  return provider === 'KBANK' ? Math.max(1, minDeposit) : minDeposit;
}

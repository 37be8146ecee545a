/** Which gateway makes a QR, and of what amounts. */
import type { QrOffer, QrProvider } from '@/data/domains/cash/types';
import { satangOf } from '@/data/kit/satang';

/** Below a baht nothing is asked of a gateway. */
const LEAST = 100;

/** Whether a QR of so many satang can be asked for: KBANK takes any, the others have a minimum. */
export function canCreate(offer: QrOffer, satang: number | undefined): boolean {
  if (satang === undefined || satang < LEAST || isTooMuch(offer, satang)) return false;
  return offer.provider === 'KBANK' || satang >= satangOf(offer.minDeposit);
}

export function isTooLittle(offer: QrOffer, satang: number | undefined): boolean {
  return satang !== undefined && satang > 0 && !isTooMuch(offer, satang) && !canCreate(offer, satang);
}

export function isTooMuch({ maxDeposit }: QrOffer, satang: number | undefined): boolean {
  return Boolean(maxDeposit && satang && satang > satangOf(maxDeposit));
}

/** The least that is taken, in baht. */
export function leastOf({ provider, minDeposit }: QrOffer): number {
  return provider === 'KBANK' ? Math.max(1, minDeposit) : minDeposit;
}

export interface Choice {
  offer: QrOffer | undefined;
  /** The gateway that was asked, and whose answer is still to come. */
  asked?: QrProvider | undefined;
  /** Each gateway that takes this amount was asked in vain. */
  spent: boolean;
}

/** Whose answer the screen waits for: none takes the place of one that was asked. */
export function inFront({ offer, asked }: Choice): QrProvider {
  return asked ?? offer?.provider ?? 'KBANK';
}

/**
 * The gateway to ask for an amount: the member's own choice, else the first in the server's order
 * that takes it and has not just failed. Where none takes it, the one that comes nearest: its
 * limits are what the member is told.
 */
export function choose(
  offers: readonly QrOffer[],
  satang: number | undefined,
  wanted: QrProvider | undefined,
  failed: readonly QrProvider[],
): Choice {
  const own = offers.find(({ provider }) => provider === wanted);
  if (own) return { offer: own, spent: false };
  const fresh = offers.filter(({ provider }) => !failed.includes(provider));
  if (!satang) return { offer: fresh[0] ?? offers[0], spent: false };
  const fit = (some: readonly QrOffer[]) => some.find((each) => canCreate(each, satang));
  const next = fit(fresh);
  const offer = next ?? fit(offers) ?? nearest(offers, satang);
  return { offer, spent: !next && failed.length > 0 && offer !== undefined && canCreate(offer, satang) };
}

function nearest(offers: readonly QrOffer[], satang: number): QrOffer | undefined {
  return offers.every((each) => isTooMuch(each, satang))
    ? offers.toSorted((a, b) => (b.maxDeposit ?? 0) - (a.maxDeposit ?? 0))[0]
    : offers.toSorted((a, b) => leastOf(a) - leastOf(b)).find((each) => !isTooMuch(each, satang));
}

/** Rules that choose the gateway for a QR and check its amounts. */
import type { QrOffer, QrProvider } from '@/data/domains/cash/types';
import { satangOf } from '@/data/kit/satang';

/** The lowest amount of a QR at any gateway, in satang: one baht. */
const MIN_AMOUNT = 100;

/**
 * Returns whether the gateway can make a QR of this amount. KBANK accepts any amount from one baht; the other
 * gateways have a minimum.
 */
export function canCreateQr(offer: QrOffer, satang: number | undefined): boolean {
  if (satang === undefined || satang < MIN_AMOUNT || isTooMuch(offer, satang)) return false;
  return offer.provider === 'KBANK' || satang >= satangOf(offer.minDeposit);
}

export function isTooLittle(offer: QrOffer, satang: number | undefined): boolean {
  return satang !== undefined && satang > 0 && !isTooMuch(offer, satang) && !canCreateQr(offer, satang);
}

export function isTooMuch({ maxDeposit }: QrOffer, satang: number | undefined): boolean {
  return Boolean(maxDeposit && satang && satang > satangOf(maxDeposit));
}

/** Returns the gateway's minimum in baht. */
export function minimumOf({ provider, minDeposit }: QrOffer): number {
  return provider === 'KBANK' ? Math.max(1, minDeposit) : minDeposit;
}

export interface GatewayChoice {
  offer: QrOffer | undefined;
  /** The gateway with a request under way. */
  requested?: QrProvider | undefined;
  /** Every gateway that accepts this amount has failed. */
  allFailed: boolean;
}

/**
 * Returns the gateway whose response the screen waits for, else the offered one. A gateway with a request
 * under way is never replaced.
 */
export function findGatewayInUse({ offer, requested }: GatewayChoice): QrProvider {
  return requested ?? offer?.provider ?? 'KBANK';
}

/**
 * Returns the gateway to request a QR of this amount from. The member's own choice comes first, then the
 * first gateway in the server's order that accepts the amount and has not failed. If all of them have failed,
 * the first is returned again. If none accepts the amount, the gateway with the closest limits is returned,
 * and the app shows these limits.
 */
export function chooseGateway(
  offers: readonly QrOffer[],
  satang: number | undefined,
  chosen: QrProvider | undefined,
  failed: readonly QrProvider[],
): GatewayChoice {
  const own = offers.find(({ provider }) => provider === chosen);
  if (own) return { offer: own, allFailed: false };
  const fresh = offers.filter(({ provider }) => !failed.includes(provider));
  if (!satang) return { offer: fresh[0] ?? offers[0], allFailed: false };
  const findFitting = (some: readonly QrOffer[]) => some.find((each) => canCreateQr(each, satang));
  const next = findFitting(fresh);
  const offer = next ?? findFitting(offers) ?? findClosestOffer(offers, satang);
  return {
    offer,
    allFailed: !next && failed.length > 0 && offer !== undefined && canCreateQr(offer, satang),
  };
}

function findClosestOffer(offers: readonly QrOffer[], satang: number): QrOffer | undefined {
  return offers.every((each) => isTooMuch(each, satang))
    ? offers.toSorted((a, b) => (b.maxDeposit ?? 0) - (a.maxDeposit ?? 0))[0]
    : offers.toSorted((a, b) => minimumOf(a) - minimumOf(b)).find((each) => !isTooMuch(each, satang));
}

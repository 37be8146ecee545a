/**
 * isLaos returns true in the Laos build, which differs in default language, phone number lengths, and
 * currency (kip).
 */
export function isLaos(): boolean {
  return import.meta.env.VITE_LAOS === 'true';
}

/** The currency of a member's money, fixed at registration. */
export type Currency = 'BAHT' | 'LAK';

/** currencies returns the currencies to choose from, the most likely first. */
export function currencies(): readonly [Currency, ...Currency[]] {
  return isLaos() ? ['LAK', 'BAHT'] : ['BAHT'];
}

/** defaultCurrency is used until the member's own is known. */
export function defaultCurrency(): Currency {
  return currencies()[0];
}

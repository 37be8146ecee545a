/** The Laos variant is a build of its own: another default language, phones of other lengths, kip. */
export function isLaos(): boolean {
  return import.meta.env.VITE_LAOS === 'true';
}

/** What a member's money is counted in, from registering on. */
export type Currency = 'BAHT' | 'LAK';

/** The currencies to choose from, the likelier one first. */
export function currencies(): readonly [Currency, ...Currency[]] {
  return isLaos() ? ['LAK', 'BAHT'] : ['BAHT'];
}

/** Until the member's own is known. */
export function defaultCurrency(): Currency {
  return currencies()[0];
}

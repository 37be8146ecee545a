import type { Slot } from '@/data/api/types';
import { bahtOf, satangOf } from '@/data/kit/satang';

/** Returns the balance in the provider's units. A unit may be more or less than one baht. */
export function computeUnits({ amount, ftWalletSlot }: Pick<Slot, 'amount' | 'ftWalletSlot'>): number {
  return bahtOf(Math.round(satangOf(amount) * ftWalletSlot));
}

export const categories = ['slot', 'sport', 'lotto'] as const;

/** Returns the sections of the home page, without empty ones. */
export function groupByCategory(slots: readonly Slot[]): { category: Slot['category']; slots: Slot[] }[] {
  return categories
    .map((category) => ({ category, slots: slots.filter((slot) => slot.category === category) }))
    .filter((section) => section.slots.length > 0);
}

/** Returns the games in the order of the home page. */
export function sortAsOnHome(slots: readonly Slot[] | undefined): Slot[] | undefined {
  return slots && groupByCategory(slots).flatMap((section) => section.slots);
}

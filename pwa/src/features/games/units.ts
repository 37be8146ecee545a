import type { Slot } from '@/data/api/types';
import { bahtOf, satangOf } from '@/data/kit/satang';

/** The balance in the provider's units; there may be fewer or more than one unit per baht. */
export function unitsOf({ amount, ftWalletSlot }: Pick<Slot, 'amount' | 'ftWalletSlot'>): number {
  return bahtOf(Math.round(satangOf(amount) * ftWalletSlot));
}

export const categories = ['slot', 'sport', 'lotto'] as const;

/** The sections of home, without empty ones. */
export function sectionsOf(slots: readonly Slot[]): { category: Slot['category']; slots: Slot[] }[] {
  return categories
    .map((category) => ({ category, slots: slots.filter((slot) => slot.category === category) }))
    .filter((section) => section.slots.length > 0);
}

/** The games in the order of home. */
export function inOrder(slots: readonly Slot[] | undefined): Slot[] | undefined {
  return slots && sectionsOf(slots).flatMap((section) => section.slots);
}

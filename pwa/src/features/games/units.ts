import type { Slot } from '@/data/api/types';
import { bahtOf, satangOf } from '@/data/kit/satang';

/** What lies in a game, in the company's own units; what they are of one baht may be a fraction. */
export function unitsOf({ amount, ftWalletSlot }: Pick<Slot, 'amount' | 'ftWalletSlot'>): number {
  return bahtOf(Math.round(satangOf(amount) * ftWalletSlot));
}

export const categories = ['slot', 'sport', 'lotto'] as const;

/** The sections of home: none without a game. */
export function sectionsOf(slots: readonly Slot[]): { category: Slot['category']; slots: Slot[] }[] {
  return categories
    .map((category) => ({ category, slots: slots.filter((slot) => slot.category === category) }))
    .filter((section) => section.slots.length > 0);
}

/** As they stand on home. */
export function inOrder(slots: readonly Slot[] | undefined): Slot[] | undefined {
  return slots && sectionsOf(slots).flatMap((section) => section.slots);
}

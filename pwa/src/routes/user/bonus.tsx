import { createFileRoute } from '@tanstack/react-router';
import { BonusPage } from '@/features/rewards/bonus/bonus-page';

interface BonusSearch {
  /** The bonus, and the promotion's code, that a sheet is about. */
  bonus?: string;
  promotion?: string;
}

export const Route = createFileRoute('/user/bonus')({
  validateSearch: ({ bonus, promotion }: Record<string, unknown>): BonusSearch => ({
    ...(typeof bonus === 'string' && { bonus }),
    ...(typeof promotion === 'string' && { promotion }),
  }),
  component: BonusPage,
});

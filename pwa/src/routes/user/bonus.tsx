import { createFileRoute } from '@tanstack/react-router';
import { readFirst } from '@/data/engine/live/live';
import { homeQuery } from '@/data/engine/home/home';
import { resourceQuery } from '@/data/engine/resources/use-resource';
import { BonusPage } from '@/features/rewards/bonus/bonus-page';

interface BonusSearch {
  /** The bonus, and the promotion's code, that a sheet shows. */
  bonus?: string;
  promotion?: string;
}

export const Route = createFileRoute('/user/bonus')({
  validateSearch: ({ bonus, promotion }: Record<string, unknown>): BonusSearch => ({
    ...(typeof bonus === 'string' && { bonus }),
    ...(typeof promotion === 'string' && { promotion }),
  }),
  loader: () => readFirst(homeQuery, resourceQuery('bonuses')),
  component: BonusPage,
});

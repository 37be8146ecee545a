import { createFileRoute } from '@tanstack/react-router';
import { readFirst } from '@/data/engine/live/live';
import { resourceQuery } from '@/data/engine/resources/use-resource';
import { CheckPage } from '@/features/rewards/spin/check-page';

export const Route = createFileRoute('/user/spin/check')({
  loader: () => readFirst(resourceQuery('spinHistory')),
  component: CheckPage,
});

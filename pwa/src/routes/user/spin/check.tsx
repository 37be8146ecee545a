import { createFileRoute } from '@tanstack/react-router';
import { readFirst } from '@/data/engine/live/live';
import { resourceReading } from '@/data/engine/resources/use-resource';
import { CheckPage } from '@/features/rewards/spin/check-page';

export const Route = createFileRoute('/user/spin/check')({
  loader: () => readFirst(resourceReading('spinHistory')),
  component: CheckPage,
});

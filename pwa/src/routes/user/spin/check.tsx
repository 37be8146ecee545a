import { createFileRoute } from '@tanstack/react-router';
import { readFirst } from '@/data/hooks/live';
import { resourceReading } from '@/data/resources/useResource';
import { CheckPage } from '@/features/rewards/spin/check-page';

export const Route = createFileRoute('/user/spin/check')({
  loader: () => readFirst(resourceReading('spinHistory')),
  component: CheckPage,
});

import { createFileRoute } from '@tanstack/react-router';
import { CheckPage } from '@/features/rewards/spin/check-page';

export const Route = createFileRoute('/user/spin/check')({ component: CheckPage });

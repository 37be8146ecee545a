import { createFileRoute, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAgreementPrompt } from '@/features/content/agreement';
import { HomePage } from '@/features/home/home-page';
import { RecentLines } from '@/features/statement/recent-lines';

export const Route = createFileRoute('/user/home')({ component: HomeRoute });

function HomeRoute() {
  const { t } = useTranslation('home');
  useAgreementPrompt();
  return (
    <HomePage
      recent={<RecentLines />}
      allLink={
        <Link to="/user/statement" className="tap text-small font-semibold text-brand-text">
          {t('all')}
        </Link>
      }
    />
  );
}

import { createFileRoute, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useAgreementPrompt } from '@/features/content/agreement';
import { HomePage } from '@/features/home/home-page';
import { RecentLines } from '@/features/statement/recent-lines';
import { useSheet } from '@/shell/sheets';

export const Route = createFileRoute('/user/home')({ component: HomeRoute });

function HomeRoute() {
  const { t } = useTranslation('home');
  const { open, show } = useSheet();
  useAgreementPrompt({ isOpen: open === 'agreement', isFree: !open, open: () => show('agreement') });
  return (
    <HomePage
      onDeposit={() => show('deposit')}
      onWithdraw={() => show('withdraw')}
      recent={<RecentLines />}
      allLink={
        <Link to="/user/statement" className="tap text-small font-semibold text-brand-text">
          {t('all')}
        </Link>
      }
    />
  );
}

import { useTranslation } from 'react-i18next';
import type { BonusCard as Card } from '@/data/api/types';
import { useRunningBonus } from '@/data/domains/rewards/bonus';
import { useResource } from '@/data/engine/resources/use-resource';
import '@/i18n/bonus-texts';
import '@/i18n/cash-texts';
import { useConnection } from '@/data/engine/outbox/use-queue';
import { AsOf } from '@/ui/as-of';
import { EmptyState } from '@/ui/empty-state';
import { PageTitle, SectionTitle } from '@/ui/heading';
import { SkeletonRows } from '@/ui/skeleton';
import { BonusCard } from './bonus-card';
import { PromotionBox } from './promotion-box';
import { RunningPanel } from './running-panel';

/** Shows the bonuses. A running bonus is shown first, and hides the search for promotions. */
export function BonusPage() {
  const { t } = useTranslation('bonus');
  const running = useRunningBonus();
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      {running ? <RunningPanel running={running} /> : <PromotionBox />}
      <div className="mt-5">
        <Cards />
      </div>
    </>
  );
}

function Cards() {
  const { t } = useTranslation('bonus');
  const { offline } = useConnection();
  const { data, asOf, loading } = useResource('bonuses');
  if (!data && loading) return <SkeletonRows rows={3} />;
  if (!data) return <EmptyState title={t('missing')}>{t('missingText')}</EmptyState>;
  if (data.length === 0) return <EmptyState title={t('none')}>{t('noneText')}</EmptyState>;
  return (
    <section>
      <SectionTitle action={<AsOf at={asOf} offline={offline} />}>{t('list')}</SectionTitle>
      <ul className="grid gap-3 md:grid-cols-2">
        {data.map((card: Card) => (
          <li key={card.code}>
            <BonusCard card={card} />
          </li>
        ))}
      </ul>
    </section>
  );
}

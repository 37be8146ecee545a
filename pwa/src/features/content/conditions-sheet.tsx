import { useTranslation } from 'react-i18next';
import { useResource } from '@/data/engine/resources/use-resource';
import '@/i18n/content-texts';
import { EmptyState } from '@/ui/empty-state';
import { Html } from '@/ui/html';
import { SheetPage } from '@/ui/sheet';
import { SkeletonRows } from '@/ui/skeleton';
import { Texts } from './texts';

export default function ConditionsSheet() {
  const { t } = useTranslation('content');
  const { data, loading } = useResource('conditions');
  const conditions = data?.conditions ?? [];
  return (
    <SheetPage title={t('conditions.title')}>
      <Texts>
        {conditions.map((html, i) => (
          <Html key={i} html={html} />
        ))}
      </Texts>
      {conditions.length === 0 && loading && <SkeletonRows />}
      {conditions.length === 0 && !loading && (
        <EmptyState title={t(data ? 'conditions.none' : 'offline')}>
          {t(data ? 'conditions.noneText' : 'offlineText')}
        </EmptyState>
      )}
    </SheetPage>
  );
}

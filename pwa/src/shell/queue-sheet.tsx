import { useTranslation } from 'react-i18next';
import '@/i18n/queue-texts';
import { useQueue } from '@/data/engine/outbox/use-queue';
import { useStore } from '@/data/kit/use-store';
import { lostItems } from '@/data/engine/outbox/promises';
import { showSheetOver } from '@/nav/sheets';
import { EmptyState } from '@/ui/empty-state';
import { SheetPage } from '@/ui/sheet';
import QueueItems from './queue-items';

export default function QueueSheet() {
  const { t } = useTranslation('queue');
  const { data: queue } = useQueue();
  const lost = useStore(lostItems);
  return (
    <SheetPage title={t('title')}>
      {queue?.length === 0 && lost.length === 0 ? (
        <EmptyState title={t('empty')}>{t('emptyText')}</EmptyState>
      ) : (
        <QueueItems onChooseOther={() => showSheetOver('slips')} />
      )}
    </SheetPage>
  );
}

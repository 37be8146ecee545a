import { useTranslation } from 'react-i18next';
import { useQueue } from '@/data/hooks/useQueue';
import { useStore } from '@/data/kit/useStore';
import { lostItems } from '@/data/outbox/promises';
import { showOver } from '@/nav/sheets';
import { EmptyState } from '@/ui/empty-state';
import { SheetPage } from '@/ui/sheet';
import QueueItems from './queue-items';

export default function QueueSheet() {
  const { t } = useTranslation();
  const { data: queue } = useQueue();
  const lost = useStore(lostItems);
  return (
    <SheetPage title={t('queue.title')}>
      {queue?.length === 0 && lost.length === 0 ? (
        <EmptyState title={t('queue.empty')}>{t('queue.emptyText')}</EmptyState>
      ) : (
        <QueueItems onChooseOther={() => showOver('slips')} />
      )}
    </SheetPage>
  );
}

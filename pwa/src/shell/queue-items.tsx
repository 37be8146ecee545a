import { ImagePlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cancelItem, dismissLost } from '@/data/engine/outbox';
import { useQueue } from '@/data/engine/outbox/use-queue';
import { useStore } from '@/data/kit/use-store';
import { lostItems, type PromisedItem } from '@/data/engine/outbox/promises';
import { Button } from '@/ui/button';
import { Chip } from '@/ui/chip';
import { QueueItem, QueuePicture, useQueueName } from './queue-item';

/** The lost items, then all queued items on this phone, oldest first. */
export default function QueueItems({ onChooseOther }: { onChooseOther: () => void }) {
  const { data: queue = [] } = useQueue();
  const lost = useStore(lostItems);
  return (
    <ul className="space-y-3">
      {lost.map((item) => (
        <li key={item.id}>
          <LostItem item={item} onChooseOther={onChooseOther} />
        </li>
      ))}
      {queue.map((item) => (
        <li key={item.id}>
          <QueueItem item={item} onChooseOther={() => void cancelItem(item.id).then(onChooseOther)} />
        </li>
      ))}
    </ul>
  );
}

interface LostItemProps {
  item: PromisedItem;
  /** Opens the choice of a slip's picture again. */
  onChooseOther: () => void;
}

/**
 * An item that this phone lost before the server had responded. The notice stays until the member has read
 * it.
 */
function LostItem({ item, onChooseOther }: LostItemProps) {
  const { t } = useTranslation('queue');
  const { t: shellText } = useTranslation('shell');
  const { title, detail } = useQueueName(item);
  const isSlip = item.kind === 'slip';
  return (
    <article className="rounded-card border-[1.5px] border-failed bg-surface p-4">
      <div className="flex gap-3">
        <QueuePicture item={item} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center justify-between gap-x-2">
            <h3 className="text-body font-semibold">{title}</h3>
            <Chip tone="attention">{t('chip.lost')}</Chip>
          </div>
          <p className="text-small text-ink-2">{detail}</p>
          <p className="text-small text-failed">{t(isSlip ? 'say.lost' : 'say.lostChat')}</p>
        </div>
      </div>
      <div className="mt-3 flex flex-wrap items-center gap-1">
        {isSlip && (
          <Button variant="tonal" className="flex-1" icon={ImagePlus} onClick={onChooseOther}>
            {t('chooseOther')}
          </Button>
        )}
        <Button variant={isSlip ? 'quiet' : 'tonal'} onClick={() => void dismissLost(item.id)}>
          {shellText('install.understood')}
        </Button>
      </div>
    </article>
  );
}

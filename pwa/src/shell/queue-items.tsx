import { cancelItem } from '@/data/engine/outbox';
import { useQueue } from '@/data/engine/outbox/use-queue';
import { useStore } from '@/data/kit/use-store';
import { lostItems } from '@/data/engine/outbox/promises';
import { LostItem } from './lost-item';
import { QueueItem } from './queue-item';

/** What is lost, and all that waits on this phone, oldest first. */
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

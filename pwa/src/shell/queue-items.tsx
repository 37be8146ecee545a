import { cancelItem } from '@/data/outbox';
import { useQueue } from '@/data/hooks/useQueue';
import { QueueItem } from './queue-item';

/** All that waits on this phone, oldest first. */
export default function QueueItems({ onChooseOther }: { onChooseOther: () => void }) {
  const { data: queue = [] } = useQueue();
  return (
    <ul className="space-y-3">
      {queue.map((item) => (
        <li key={item.id}>
          <QueueItem item={item} onChooseOther={() => void cancelItem(item.id).then(onChooseOther)} />
        </li>
      ))}
    </ul>
  );
}

import { Link } from '@tanstack/react-router';
import { LogIn, RotateCw } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OutboxItem } from '@/data/hooks/useQueue';
import { cancelItem, retryItem } from '@/data/outbox';
import { Button, buttonClass } from '@/ui/button';
import { Chip } from '@/ui/chip';
import { cx } from '@/ui/cx';
import { toast } from '@/ui/toast';
import { QueuePicture, useQueueName } from './queue-name';
import { useQueueText } from './queue-text';

interface QueueItemProps {
  item: OutboxItem;
  /** Offered where the picture itself is at fault. */
  onChooseOther?: (item: OutboxItem) => void;
}

/** One thing that waits on this phone: dashed, because it is not sent yet. */
export function QueueItem({ item, onChooseOther }: QueueItemProps) {
  const { title, detail } = useQueueName(item);
  const say = useQueueText(item);
  const stuck = item.state === 'needs_user';
  return (
    <article
      className={cx(
        'rounded-card border-[1.5px] border-dashed bg-surface p-4',
        stuck ? 'border-failed' : 'border-control',
      )}
    >
      <div className="flex gap-3">
        <QueuePicture item={item} />
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center justify-between gap-x-2">
            <h3 className="text-body font-semibold">{title}</h3>
            <StateChip item={item} />
          </div>
          <p data-may-cut="" className="line-clamp-2 text-small break-words text-ink-2">
            {detail}
          </p>
          <p className={cx('text-small', stuck ? 'text-failed' : 'text-ink-2')}>{say}</p>
        </div>
      </div>
      {item.state === 'sending' ? (
        <Progress item={item} />
      ) : (
        <Actions item={item} onChooseOther={onChooseOther} />
      )}
    </article>
  );
}

function StateChip({ item }: { item: OutboxItem }) {
  const { t } = useTranslation();
  if (item.state === 'needs_user') return <Chip tone="attention">{t('queue.chip.attention')}</Chip>;
  if (item.state === 'sending') {
    return (
      <Chip tone="info">
        {item.size > 0 ? t('queue.chip.sending', { percent: item.progress ?? 0 }) : t('queue.trying')}
      </Chip>
    );
  }
  return <Chip tone="unsent">{t('queue.chip.unsent')}</Chip>;
}

/** Words are gone in a blink; only a file takes its time. */
function Progress({ item: { size, progress = 0 } }: { item: OutboxItem }) {
  if (size === 0) return null;
  return (
    <div className="mt-3 h-1.5 overflow-hidden rounded-full bg-sunken">
      <div
        className="h-full w-full origin-left rounded-full bg-brand transition-transform"
        style={{ transform: `scaleX(${progress / 100})` }}
      />
    </div>
  );
}

function Actions({ item, onChooseOther }: QueueItemProps) {
  const { t } = useTranslation();
  return (
    <div className="mt-3 flex flex-wrap items-center gap-1">
      {item.state === 'needs_login' ? (
        <Link to="/login" className={cx(buttonClass('tonal'), 'flex-1')}>
          <span className="flex items-center gap-2.5">
            <LogIn className="size-5" aria-hidden="true" />
            {t('queue.login')}
          </span>
        </Link>
      ) : (
        <Fix item={item} onChooseOther={onChooseOther} />
      )}
      <Cancel item={item} />
    </div>
  );
}

/** Another picture where this one is refused, else one more try. */
function Fix({ item, onChooseOther }: QueueItemProps) {
  const { t } = useTranslation();
  const code = item.lastError?.code;
  const [busy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    await retryItem(item.id).finally(() => setBusy(false));
  };
  if (item.kind === 'slip' && item.state === 'needs_user' && isPictureAtFault(code) && onChooseOther) {
    return (
      <Button variant="tonal" className="flex-1" onClick={() => onChooseOther(item)}>
        {t('queue.chooseOther')}
      </Button>
    );
  }
  return (
    <Button
      variant="tonal"
      className="flex-1"
      icon={RotateCw}
      busy={busy}
      busyLabel={t('queue.trying')}
      onClick={() => void retry()}
    >
      {t(code === 'STALE' ? 'queue.sendAnyway' : 'queue.tryNow')}
    </Button>
  );
}

function isPictureAtFault(code: string | undefined): boolean {
  return code === 'SLIP_INVALID_FILE' || code === 'SLIP_NO_FILE' || code === 'PICTURE_DAMAGED';
}

/** Two taps: it exists nowhere else. */
function Cancel({ item }: { item: OutboxItem }): ReactNode {
  const { t } = useTranslation();
  const [sure, setSure] = useState(false);
  const cancel = async () => {
    if (!sure) return setSure(true);
    await cancelItem(item.id);
    toast.done(t(item.kind === 'slip' ? 'queue.cancelled' : 'queue.cancelledChat'));
  };
  return (
    <Button variant="danger" onClick={() => void cancel()} onBlur={() => setSure(false)}>
      {t(sure ? 'queue.sure' : 'queue.cancel')}
    </Button>
  );
}

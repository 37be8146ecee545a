import { Link } from '@tanstack/react-router';
import { Image, LogIn, MessageCircle, RotateCw } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection, type OutboxItem } from '@/data/engine/outbox/use-queue';
import { cancelItem, retryItem } from '@/data/engine/outbox';
import { canSendWhileClosed } from '@/data/engine/outbox/queue';
import type { ChatItem } from '@/data/domains/chat/kind';
import type { PromisedItem } from '@/data/engine/outbox/promises';
import '@/i18n/queue-texts';
import { codeText } from '@/i18n/error-text';
import { Button, buttonClass } from '@/ui/button';
import { Chip } from '@/ui/chip';
import { cx } from '@/ui/cx';
import { formatSize } from '@/ui/format/size';
import { formatClock } from '@/ui/format/time';
import { IconTile } from '@/ui/icon-tile';
import { SlipIllustration } from '@/ui/illustration';
import { toast } from '@/ui/toast';

interface QueueItemProps {
  item: OutboxItem;
  /** Offered if the picture itself was refused. */
  onChooseOther?: (item: OutboxItem) => void;
}

/** One queued item on this phone; dashed, because it is not sent yet. */
export function QueueItem({ item, onChooseOther }: QueueItemProps) {
  const { title, detail } = useQueueName(item);
  const description = useQueueText(item);
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
          <p className={cx('text-small', stuck ? 'text-failed' : 'text-ink-2')}>{description}</p>
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
  const { t } = useTranslation('queue');
  if (item.state === 'needs_user') return <Chip tone="attention">{t('chip.attention')}</Chip>;
  if (item.state === 'sending') {
    return (
      <Chip tone="info">
        {item.size > 0 ? t('chip.sending', { percent: item.progress ?? 0 }) : t('trying')}
      </Chip>
    );
  }
  return <Chip tone="unsent">{t('chip.unsent')}</Chip>;
}

/** Shown only for files: texts are sent at once. */
function Progress({ item: { size, progress = 0 } }: { item: OutboxItem }) {
  if (size === 0) return null;
  return (
    <div className="mt-3 h-1.5 overflow-hidden rounded-full bg-sunken">
      <div
        className="h-full w-full origin-left rounded-full bg-brand transition-transform forced-colors:bg-[Highlight]"
        style={{ transform: `scaleX(${progress / 100})` }}
      />
    </div>
  );
}

function Actions({ item, onChooseOther }: QueueItemProps) {
  const { t } = useTranslation('queue');
  return (
    <div className="mt-3 flex flex-wrap items-center gap-1">
      {item.state === 'needs_login' ? (
        <Link to="/login" className={cx(buttonClass('tonal'), 'flex-1')}>
          <span className="flex items-center gap-2.5">
            <LogIn className="size-5" aria-hidden="true" />
            {t('login')}
          </span>
        </Link>
      ) : (
        <Fix item={item} onChooseOther={onChooseOther} />
      )}
      <Cancel item={item} />
    </div>
  );
}

/** The button to choose another picture if this one was refused. For other failures it tries again. */
function Fix({ item, onChooseOther }: QueueItemProps) {
  const { t } = useTranslation('queue');
  const code = item.lastError?.code;
  const [busy, setBusy] = useState(false);
  const retry = async () => {
    setBusy(true);
    await retryItem(item.id).finally(() => setBusy(false));
  };
  if (item.kind === 'slip' && item.state === 'needs_user' && isPictureAtFault(code) && onChooseOther) {
    return (
      <Button variant="tonal" className="flex-1" onClick={() => onChooseOther(item)}>
        {t('chooseOther')}
      </Button>
    );
  }
  return (
    <Button
      variant="tonal"
      className="flex-1"
      icon={RotateCw}
      busy={busy}
      busyLabel={t('trying')}
      onClick={() => void retry()}
    >
      {t(code === 'STALE' ? 'sendAnyway' : 'tryNow')}
    </Button>
  );
}

function isPictureAtFault(code: string | undefined): boolean {
  return code === 'SLIP_INVALID_FILE' || code === 'SLIP_NO_FILE' || code === 'PICTURE_DAMAGED';
}

/** Needs two taps, since the item exists only on this phone. */
function Cancel({ item }: { item: OutboxItem }): ReactNode {
  const { t } = useTranslation('queue');
  const [isConfirming, setConfirming] = useState(false);
  const cancel = async () => {
    if (!isConfirming) return setConfirming(true);
    await cancelItem(item.id);
    toast.done(t(item.kind === 'slip' ? 'cancelled' : 'cancelledChat'));
  };
  return (
    <Button variant="danger" onClick={() => void cancel()} onBlur={() => setConfirming(false)}>
      {t(isConfirming ? 'sure' : 'cancel')}
    </Button>
  );
}

interface QueueName {
  /** The kind of item. */
  title: string;
  /** Distinguishes it from other items. */
  detail: string;
}

/** Returns a slip's time and size, or a message's own text as long as this phone has it. */
export function useQueueName(item: OutboxItem | PromisedItem): QueueName {
  const { t } = useTranslation('queue');
  const time = formatClock(item.capturedAt);
  const size = formatSize(item.size);
  if (item.kind === 'slip') return { title: t('slip'), detail: t('picked', { time, size }) };
  if (item.size > 0) return { title: t('file'), detail: t('picked', { time, size }) };
  const texts = 'message' in item ? textsOf(item) : '';
  return { title: t('message'), detail: texts || t('written', { time }) };
}

export function QueuePicture({ item }: { item: PromisedItem }) {
  if (item.kind === 'slip') return <SlipIllustration />;
  return <IconTile icon={item.size > 0 ? Image : MessageCircle} tone="brand" />;
}

function textsOf({ message }: ChatItem): string {
  if (message.message_type === 'text') return message.payload;
  return message.message_type === 'postback' ? message.payload.title : '';
}

/** Returns a sentence about the next step for the item, and its time. */
function useQueueText(item: OutboxItem): string {
  const { t } = useTranslation('queue');
  const { offline } = useConnection();
  const isClosed = item.lastError?.code === 'SLIP_UPLOAD_FAIL';
  switch (item.state) {
    case 'sending':
      return t(item.kind === 'slip' ? 'say.sending' : 'say.sendingChat');
    case 'needs_login':
      return t('say.login');
    case 'needs_user':
      if (item.lastError?.code === 'STALE') return t('say.stale');
      // The error catalogue's texts for these codes are about slips.
      if (isClosed && item.kind === 'chat') return codeText('INTERNAL_SERVER_ERROR');
      if (item.kind === 'chat' && item.lastError?.code.startsWith('SLIP_')) return t('say.fileRefused');
      return codeText(item.lastError?.code ?? 'INTERNAL_SERVER_ERROR');
    default:
      break;
  }
  // Only slips have opening hours. For a message the code means that the file store fails.
  if (isClosed && item.kind === 'slip') {
    return item.nextAt ? t('say.closedUntil', { time: formatClock(item.nextAt) }) : t('say.closed');
  }
  if (offline) return t(canSendWhileClosed() ? 'say.signal' : 'say.keepOpen');
  if (item.state === 'waiting' && item.nextAt) return t('say.later', { time: formatClock(item.nextAt) });
  return t('say.next');
}

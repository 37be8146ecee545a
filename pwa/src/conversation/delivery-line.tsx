import { Check, CheckCheck, CircleAlert, Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ShownMessage } from '@/data/domains/chat/shown';
import { cx } from '@/ui/cx';
import { formatClock } from '@/ui/format/time';
import { Spinner } from '@/ui/spinner';
import { useSide, useConversationTexts } from './side';

/** The delivery state below a bubble, as icon and text. */
export function DeliveryLine({ message }: { message: ShownMessage }) {
  const { ownSide, isDense } = useSide();
  const t = useConversationTexts();
  const { delivery, createdAt, sender, progress = 0 } = message;
  const time = <time dateTime={createdAt}>{formatClock(createdAt)}</time>;
  if (sender !== ownSide) return <Line>{time}</Line>;
  switch (delivery) {
    case 'failed':
      return <Failed message={message} />;
    case 'not_sent':
      return <Unsent message={message} />;
    case 'uploading':
      return <Line>{t(`uploading.${fileTypeOf(message)}`, { percent: progress })}</Line>;
    case 'sending':
      return (
        <Line>
          <Spinner className={isDense ? 'size-3.5' : 'size-4'} />
          {t('delivery.sending')}
        </Line>
      );
    default:
      return (
        <Line>
          {time}
          <Arrived isRead={delivery === 'read'} />
        </Line>
      );
  }
}

function Line({ children }: { children: ReactNode }) {
  const { isDense } = useSide();
  return (
    <p
      className={cx(
        'mt-1 flex min-h-5 items-center gap-x-1.5 text-ink-2',
        isDense ? 'flex-wrap justify-end text-micro' : 'text-small',
      )}
    >
      {children}
    </p>
  );
}

function Arrived({ isRead }: { isRead: boolean }) {
  const { isDense } = useSide();
  const t = useConversationTexts();
  const Icon = isRead ? CheckCheck : Check;
  return (
    <>
      <Icon className={isDense ? 'size-3.5' : 'size-4'} strokeWidth={2.2} aria-hidden="true" />
      <span className={isRead ? undefined : 'sr-only'}>{t(isRead ? 'delivery.read' : 'delivery.sent')}</span>
    </>
  );
}

function Unsent({ message }: { message: ShownMessage }) {
  const { isDense, removesUnsent, useUnsent } = useSide();
  const reason = useUnsent(message);
  return (
    <Line>
      <Clock className={isDense ? 'size-3.5' : 'size-4.5'} aria-hidden="true" />
      {reason}
      {removesUnsent && <Remove clientId={message.clientId} />}
    </Line>
  );
}

/**
 * Shows that the message failed. The user can send it again or remove it. The reason is shown if the user can
 * act on it.
 */
function Failed({ message: { clientId, error } }: { message: ShownMessage }) {
  const { isDense, resend, errorText } = useSide();
  const t = useConversationTexts();
  return (
    <div className="flex max-w-[300px] flex-col items-end">
      <Line>
        <span className="flex items-center gap-1.5 text-failed">
          <CircleAlert className={isDense ? 'size-3.5' : 'size-4.5'} aria-hidden="true" />
          {t('delivery.failed')}
        </span>
        <button
          type="button"
          onClick={() => resend(clientId)}
          className="tap ml-2 font-semibold text-failed underline decoration-[1.5px] underline-offset-4"
        >
          {t('delivery.resend')}
        </button>
        <Remove clientId={clientId} />
      </Line>
      {error && (
        <p className={cx('max-w-[270px] text-right text-ink-2', isDense ? 'text-micro' : 'text-small')}>
          {errorText(error)}
        </p>
      )}
    </div>
  );
}

function Remove({ clientId }: { clientId: string }) {
  const { remove } = useSide();
  const t = useConversationTexts();
  return (
    <button type="button" onClick={() => remove(clientId)} className="tap ml-2 font-semibold">
      {t('delivery.remove')}
    </button>
  );
}

function fileTypeOf({ message }: ShownMessage): 'image' | 'video' | 'file' {
  return message.message_type === 'media' ? message.payload.fileType : 'file';
}

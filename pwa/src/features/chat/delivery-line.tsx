import { Check, CheckCheck, CircleAlert, Clock, type LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { removeUnsent, resend } from '@/data/chat';
import type { ShownMessage } from '@/data/chat/types';
import { useOffline } from './use-offline';
import { codeText } from '@/i18n/error-text';
import { formatClock } from '@/ui/format/time';
import { Spinner } from '@/ui/spinner';
import { orSay } from './or-say';

const line = 'mt-1 flex min-h-5 items-center gap-1.5 text-small text-ink-2';

/** Below the bubble: how far it has come, by icon and word. */
export function DeliveryLine({ message, quiet }: { message: ShownMessage; quiet: boolean }) {
  const { t } = useTranslation('chat');
  const time = formatClock(message.createdAt);
  if (quiet) return null;
  if (message.sender !== 'customer') {
    return (
      <p className={line}>
        <time dateTime={message.createdAt}>{time}</time>
      </p>
    );
  }
  switch (message.delivery) {
    case 'failed':
      return <Failed message={message} />;
    case 'not_sent':
      return <Unsent message={message} />;
    case 'uploading':
      return (
        <p className={line}>
          {t(`delivery.uploading.${fileTypeOf(message)}`, { percent: message.progress ?? 0 })}
        </p>
      );
    case 'sending':
      return (
        <p className={line}>
          <Spinner className="size-4" />
          {t('delivery.sending')}
        </p>
      );
    default:
      return <Arrived time={time} at={message.createdAt} isRead={message.delivery === 'read'} />;
  }
}

function Arrived({ time, at, isRead }: { time: string; at: string; isRead: boolean }) {
  const { t } = useTranslation('chat');
  const Icon: LucideIcon = isRead ? CheckCheck : Check;
  return (
    <p className={line}>
      <time dateTime={at}>{time}</time>
      <Icon className="size-4" strokeWidth={2.2} aria-hidden="true" />
      <span className={isRead ? undefined : 'sr-only'}>{t(isRead ? 'delivery.read' : 'delivery.sent')}</span>
    </p>
  );
}

/** It needs the person: once more, or away with it. The reason stands where there is one to act on. */
function Failed({ message }: { message: ShownMessage }) {
  const { t } = useTranslation('chat');
  const { clientId, error } = message;
  return (
    <div className="flex flex-col items-end">
      <p className={line}>
        <span className="flex items-center gap-1.5 text-failed">
          <CircleAlert className="size-4.5" aria-hidden="true" />
          {t('delivery.failed')}
        </span>
        <button
          type="button"
          onClick={() => orSay(resend(clientId))}
          className="tap ml-2 font-semibold text-failed underline decoration-[1.5px] underline-offset-4"
        >
          {t('delivery.resend')}
        </button>
        <button
          type="button"
          onClick={() => orSay(removeUnsent(clientId))}
          className="tap ml-3 font-semibold"
        >
          {t('delivery.remove')}
        </button>
      </p>
      {error && (
        <p className="max-w-[270px] text-right text-small text-ink-2">
          {isFileRefused(error) ? t('refused.unsupported') : codeText(error)}
        </p>
      )}
    </div>
  );
}

/** The catalogue's words for these speak of slips. */
function isFileRefused(code: string): boolean {
  return code === 'SLIP_INVALID_FILE' || code === 'SLIP_NO_FILE';
}

function Unsent({ message }: { message: ShownMessage }) {
  const { t } = useTranslation('chat');
  const offline = useOffline();
  const needsLogin = message.error === 'invalid-token';
  return (
    <p className={line}>
      <Clock className="size-4.5" aria-hidden="true" />
      {t(needsLogin ? 'delivery.login' : offline ? 'delivery.noSignal' : 'delivery.unsent')}
    </p>
  );
}

function fileTypeOf({ message }: ShownMessage): 'image' | 'video' | 'file' {
  return message.message_type === 'media' ? message.payload.fileType : 'file';
}

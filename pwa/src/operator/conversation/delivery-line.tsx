import { Check, CheckCheck, CircleAlert, Clock } from 'lucide-react';
import type { ShownMessage } from '@/data/chat/types';
import { formatClock } from '@/ui/format/time';
import { Spinner } from '@/ui/spinner';
import { troubleOf, useWords } from '../i18n';
import { sender } from '../thread/outbox';

const line = 'mt-1 flex min-h-5 flex-wrap items-center justify-end gap-x-1.5 text-micro text-ink-2';

interface DeliveryLineProps {
  conversation: string;
  message: ShownMessage;
}

/** Below the bubble: how far it has come, by icon and word. */
export function DeliveryLine({ conversation, message }: DeliveryLineProps) {
  const { say } = useWords();
  const { delivery, createdAt, sender: by, clientId } = message;
  const time = <time dateTime={createdAt}>{formatClock(createdAt)}</time>;
  if (by !== 'support') return <p className={line}>{time}</p>;
  switch (delivery) {
    case 'failed':
      return <Failed conversation={conversation} message={message} />;
    case 'not_sent':
      return (
        <p className={line}>
          <Clock className="size-3.5" aria-hidden="true" />
          {say('delivery.unsent')}
          <Remove onClick={() => sender.remove(conversation, clientId)} />
        </p>
      );
    case 'uploading':
      return <p className={line}>{say('delivery.uploading', { percent: message.progress ?? 0 })}</p>;
    case 'sending':
      return (
        <p className={line}>
          <Spinner className="size-3.5" />
          {say('delivery.sending')}
        </p>
      );
    default: {
      const isRead = delivery === 'read';
      const Icon = isRead ? CheckCheck : Check;
      return (
        <p className={line}>
          {time}
          <Icon className="size-3.5" strokeWidth={2.2} aria-hidden="true" />
          <span className={isRead ? undefined : 'sr-only'}>
            {say(isRead ? 'delivery.read' : 'delivery.sent')}
          </span>
        </p>
      );
    }
  }
}

/** It needs the operator: once more, or away with it, and why. */
function Failed({ conversation, message: { clientId, error } }: DeliveryLineProps) {
  const { say } = useWords();
  return (
    <div className="flex max-w-[300px] flex-col items-end">
      <p className={line}>
        <span className="flex items-center gap-1.5 text-failed">
          <CircleAlert className="size-3.5" aria-hidden="true" />
          {say('delivery.failed')}
        </span>
        <button
          type="button"
          onClick={() => sender.resend(conversation, clientId)}
          className="tap ml-2 font-semibold text-failed underline decoration-[1.5px] underline-offset-4"
        >
          {say('delivery.resend')}
        </button>
        <Remove onClick={() => sender.remove(conversation, clientId)} />
      </p>
      {error && <p className="text-right text-micro text-ink-2">{troubleOf(error)}</p>}
    </div>
  );
}

function Remove({ onClick }: { onClick: () => void }) {
  const { say } = useWords();
  return (
    <button type="button" onClick={onClick} className="tap ml-2 font-semibold">
      {say('delivery.remove')}
    </button>
  );
}

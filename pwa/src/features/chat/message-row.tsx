import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownMessage } from '@/data/chat/types';
import { useOffline } from './use-offline';
import { cx } from '@/ui/cx';
import { ActionButtons } from './action-button';
import { Bubble, bubblePadding } from './bubble';
import { Cards } from './cards';
import { DeliveryLine } from './delivery-line';
import { Media } from './media';
import { useLate } from './use-late';
import { Words } from './words';

const PATIENCE_MS = 1500;

interface MessageRowProps {
  message: ShownMessage;
  quiet: boolean;
  onOpen: (src: string, alt: string) => void;
}

/** One message with its state. Drawn again only when something of it has changed: see `useSame`. */
export const MessageRow = memo(function MessageRow({ message: told, quiet, onOpen }: MessageRowProps) {
  const { t } = useTranslation('chat');
  const message = usePatience(told);
  const { sender } = message;
  if (sender === 'system') return <Note message={message} />;
  const ours = sender === 'customer';
  return (
    <div
      role="listitem"
      data-delivery={message.delivery}
      className={cx('flex flex-col px-4', ours ? 'items-end' : 'items-start', quiet ? 'pb-1' : 'pb-3')}
    >
      <span className="sr-only">{t(ours ? 'by.customer' : 'by.support')}</span>
      <Body message={message} onOpen={onOpen} />
      <DeliveryLine message={message} quiet={quiet} />
    </div>
  );
});

/** With a signal a message is queued for a blink only: that is no news, it is being sent. */
function usePatience(message: ShownMessage): ShownMessage {
  const offline = useOffline();
  const isQueued = message.delivery === 'not_sent' && !message.error;
  const isWaiting = useLate(isQueued, PATIENCE_MS);
  return isQueued && !offline && !isWaiting && isYoung(message)
    ? { ...message, delivery: 'sending' }
    : message;
}

function isYoung({ createdAt }: ShownMessage): boolean {
  return Date.now() - Date.parse(createdAt) < PATIENCE_MS;
}

/** The house itself speaks: a line between the bubbles. */
function Note({ message: { message } }: { message: ShownMessage }) {
  return (
    <div role="listitem" className="px-8 pb-3 text-center text-small text-ink-2">
      {message.message_type === 'text' && message.payload}
    </div>
  );
}

function Body({ message: shown, onOpen }: { message: ShownMessage; onOpen: MessageRowProps['onOpen'] }) {
  const { sender, delivery, message } = shown;
  switch (message.message_type) {
    case 'media':
      return <Media message={shown} payload={message.payload} onOpen={onOpen} />;
    case 'generic':
      return <Cards cards={message.payload.elements} />;
    case 'buttons':
      return (
        <Bubble sender={sender} delivery={delivery} className="min-w-[200px]">
          <div className={bubblePadding}>
            <Words text={message.payload.text} />
          </div>
          <ActionButtons buttons={message.payload.buttons} />
        </Bubble>
      );
    case 'text':
    case 'postback':
    case 'quick_replies':
      return (
        <Bubble sender={sender} delivery={delivery} className={bubblePadding}>
          <Words text={textOf(message)} />
        </Bubble>
      );
    // A newer server may know more than this app.
    default:
      return null;
  }
}

function textOf(
  message: Extract<ShownMessage['message'], { message_type: 'text' | 'postback' | 'quick_replies' }>,
): string {
  if (message.message_type === 'text') return message.payload;
  return message.message_type === 'postback' ? message.payload.title : message.payload.text;
}

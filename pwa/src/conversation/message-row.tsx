import { memo } from 'react';
import type { ShownMessage } from '@/data/domains/chat/shown';
import { cx } from '@/ui/cx';
import { DeliveryLine } from './delivery-line';
import { MessageBody } from './message-body';
import { useSide, useTalk } from './side';

interface MessageRowProps {
  message: ShownMessage;
  quiet: boolean;
  onOpen: (src: string, alt: string) => void;
}

/** One message with its state, ours right. Drawn again only when something of it has changed. */
export const MessageRow = memo(function MessageRow({ message: told, quiet, onOpen }: MessageRowProps) {
  const { us, useShown } = useSide();
  const t = useTalk();
  const message = useShown(told);
  const { sender } = message;
  if (sender === 'system') return <Note message={message} />;
  return (
    <div
      role="listitem"
      data-delivery={message.delivery}
      data-sender={sender}
      className={cx(
        'flex flex-col px-4',
        sender === us ? 'items-end' : 'items-start',
        quiet ? 'pb-1' : 'pb-3',
      )}
    >
      <span className="sr-only">
        {t(sender === 'customer' && us === 'customer' ? 'by.you' : `by.${sender}`)}
      </span>
      <MessageBody message={message} onOpen={onOpen} />
      {!quiet && <DeliveryLine message={message} />}
    </div>
  );
});

/** The house itself speaks: a line between the bubbles. */
function Note({ message: { message } }: { message: ShownMessage }) {
  const { isDense } = useSide();
  return (
    <div
      role="listitem"
      className={cx('px-8 pb-3 text-center text-ink-2', isDense ? 'text-micro' : 'text-small')}
    >
      <bdi>{message.message_type === 'text' && message.payload}</bdi>
    </div>
  );
}

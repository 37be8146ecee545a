import { memo, type ReactNode } from 'react';
import type { ShownMessage } from '@/data/chat/types';
import { cx } from '@/ui/cx';
import { useWords } from '../i18n';
import { MessageBody } from '../message/message-body';
import { DeliveryLine } from './delivery-line';

interface MessageRowProps {
  conversation: string;
  message: ShownMessage;
  /** The head of its day, where it is that day's first. */
  day: ReactNode;
  quiet: boolean;
  onOpen: (src: string, alt: string) => void;
}

/** One message with its state: the customer's left, ours right. Drawn again only when it has changed. */
export const MessageRow = memo(
  function MessageRow({ conversation, message, day, quiet, onOpen }: MessageRowProps) {
    const { say } = useWords();
    const ours = message.sender === 'support';
    return (
      <div
        role="listitem"
        data-key={message.key}
        data-delivery={message.delivery}
        data-sender={message.sender}
      >
        {day}
        {message.sender === 'system' ? (
          <p className="px-6 pb-3 text-center text-micro text-ink-2">
            {message.message.message_type === 'text' && message.message.payload}
          </p>
        ) : (
          <div className={cx('flex flex-col', ours ? 'items-end' : 'items-start', quiet ? 'pb-1' : 'pb-3')}>
            <span className="sr-only">{say(ours ? 'by.support' : 'by.customer')}</span>
            <MessageBody conversation={conversation} message={message} onOpen={onOpen} />
            {!quiet && <DeliveryLine conversation={conversation} message={message} />}
          </div>
        )}
      </div>
    );
  },
  (a, b) =>
    a.quiet === b.quiet &&
    a.conversation === b.conversation &&
    a.onOpen === b.onOpen &&
    Boolean(a.day) === Boolean(b.day) &&
    isSame(a.message, b.message),
);

function isSame(a: ShownMessage, b: ShownMessage): boolean {
  const sameState =
    a.delivery === b.delivery && a.progress === b.progress && a.error === b.error && a.seq === b.seq;
  return sameState && a.message === b.message;
}

import { memo } from 'react';
import { useServerTime } from '@/data/api/use-server-time';
import { cx } from '@/ui/cx';
import { formatDay, isToday, isYesterday } from '@/ui/format/time';
import type { ShownMessage } from '@/data/domains/chat/shown';
import { isSameRow, type Chunk } from './lines';
import { useSide, useConversationTexts } from './side';
import { DeliveryLine } from './delivery-line';
import { MessageBody } from './message-body';

interface ChunkRowsProps {
  chunk: Chunk;
  onOpen: (src: string, alt: string) => void;
}

export const ChunkRows = memo(function ChunkRows({
  chunk: { rows: lines, isFarFromEnds: remote },
  onOpen,
}: ChunkRowsProps) {
  return (
    // The browser remembers the rendered size, so that skipping the chunk later moves nothing.
    <div
      role="presentation"
      className={cx('[contain-intrinsic-size:auto_2000px]', remote && '[content-visibility:auto]')}
    >
      {lines.map(({ message, day, hidesDelivery: quiet }) => (
        <div key={message.key} role="presentation" data-key={message.key}>
          {day && <DayHead moment={day} />}
          <MessageRow message={message} hidesDelivery={quiet} onOpen={onOpen} />
        </div>
      ))}
    </div>
  );
}, isSameChunk);

function isSameChunk(a: ChunkRowsProps, b: ChunkRowsProps): boolean {
  const [one, other] = [a.chunk, b.chunk];
  if (
    a.onOpen !== b.onOpen ||
    one.isFarFromEnds !== other.isFarFromEnds ||
    one.rows.length !== other.rows.length
  )
    return false;
  return one.rows.every((line, i) => isSameRow(line, other.rows[i]!));
}

function DayHead({ moment }: { moment: string }) {
  const { locale, isDense } = useSide();
  const t = useConversationTexts();
  useServerTime();
  return (
    <div
      role="listitem"
      className={cx('pt-1 pb-3 text-center text-ink-2', isDense ? 'text-micro' : 'text-small')}
    >
      {isToday(moment) ? t('today') : isYesterday(moment) ? t('yesterday') : formatDay(moment, locale)}
    </div>
  );
}

interface MessageRowProps {
  message: ShownMessage;
  hidesDelivery: boolean;
  onOpen: (src: string, alt: string) => void;
}

/**
 * One message with its state. Messages of the user's own side are on the right. The row is rendered again
 * only if the message has changed.
 */
const MessageRow = memo(function MessageRow({
  message: received,
  hidesDelivery: quiet,
  onOpen,
}: MessageRowProps) {
  const { ownSide, useMessageForSide: useShown } = useSide();
  const t = useConversationTexts();
  const message = useShown(received);
  const { sender } = message;
  if (sender === 'system') return <SystemMessage message={message} />;
  return (
    <div
      role="listitem"
      data-delivery={message.delivery}
      data-sender={sender}
      className={cx(
        'flex flex-col px-4',
        sender === ownSide ? 'items-end' : 'items-start',
        quiet ? 'pb-1' : 'pb-3',
      )}
    >
      <span className="sr-only">
        {t(sender === 'customer' && ownSide === 'customer' ? 'by.you' : `by.${sender}`)}
      </span>
      <MessageBody message={message} onOpen={onOpen} />
      {!quiet && <DeliveryLine message={message} />}
    </div>
  );
});

/** A system message: a line between the bubbles. */
function SystemMessage({ message: { message } }: { message: ShownMessage }) {
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

import { ArrowDown } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { ShownMessage } from '@/data/domains/chat/shown';
import { cx } from '@/ui/cx';
import { Bubble, bubblePadding } from './bubble';
import { ChunkRows } from './chunk';
import { groupIntoChunks, spokenText } from './lines';
import { useSide, useConversationTexts } from './side';
import { useLogScroll } from './scroll-keeper';

interface MessageLogProps {
  messages: ShownMessage[];
  /** The button to load older messages, if there are any. */
  older: ReactNode;
  onOlder: () => void;
  typing: boolean;
  onOpen: (src: string, alt: string) => void;
  /** Shown after the last message. */
  aside?: ReactNode;
}

/** The conversation, oldest message at the top. Older pages are added above without a jump. */
export function MessageLog({ messages: received, older, onOlder, typing, onOpen, aside }: MessageLogProps) {
  const { ownSide } = useSide();
  const t = useConversationTexts();
  const messages = useStableMessages(received);
  const chunks = useMemo(() => groupIntoChunks(messages), [messages]);
  const last = messages.at(-1);
  const announced = useAnnouncement(messages);
  const { box, onScroll, leftAt, toEnd } = useLogScroll({
    firstKey: messages[0]?.key,
    lastKey: last?.key,
    lastIsOurs: last?.sender === ownSide,
    onNearTop: onOlder,
  });
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={box}
        onScroll={onScroll}
        data-testid="log"
        className="size-full overflow-y-auto overscroll-contain [overflow-anchor:none]"
      >
        <div className="flex min-h-full flex-col justify-end pt-3">
          {older}
          <div role="list" aria-label={t('log')}>
            {chunks.map((chunk) => (
              <ChunkRows key={chunk.key} chunk={chunk} onOpen={onOpen} />
            ))}
          </div>
          {typing && <Typing />}
          {aside}
        </div>
      </div>
      <p aria-live="polite" className="sr-only">
        {typing && ownSide === 'support' ? t(`typing.${ownSide}`) : announced}
      </p>
      {leftAt !== undefined && <ToEnd newCount={countNewSince(messages, leftAt, ownSide)} onClick={toEnd} />}
    </div>
  );
}

function countNewSince(messages: ShownMessage[], key: string, ownSide: string): number {
  const from = messages.findLastIndex((message) => message.key === key);
  return messages.slice(from + 1).filter(({ sender }) => sender !== ownSide).length;
}

/** The button that scrolls to the end. It has a text once new messages have arrived there. */
function ToEnd({ newCount, onClick }: { newCount: number; onClick: () => void }) {
  const { isDense } = useSide();
  const t = useConversationTexts();
  return (
    <button
      type="button"
      data-floats=""
      onClick={onClick}
      aria-label={newCount > 0 ? undefined : t('toEnd')}
      className={cx(
        'press absolute bottom-3 left-1/2 flex -translate-x-1/2 animate-fade items-center justify-center gap-2 rounded-full font-semibold shadow-e2',
        isDense ? 'tap min-h-9 min-w-9' : 'min-h-11 min-w-11 text-small',
        newCount > 0 ? 'bg-brand px-4 text-brand-ink' : 'bg-raised text-ink-2',
      )}
    >
      {newCount > 0 && t('fresh')}
      <ArrowDown className={isDense ? 'size-4.5' : 'size-5'} aria-hidden="true" />
    </button>
  );
}

/**
 * Returns the messages that the other side has just sent, for a live region. The history and older pages are
 * not announced.
 */
function useAnnouncement(messages: ShownMessage[]): string {
  const { ownSide } = useSide();
  const t = useConversationTexts();
  const [announced, setAnnounced] = useState('');
  const announcedSeq = useRef<number>(undefined);
  const newest = messages.findLast(({ seq }) => seq !== undefined)?.seq;
  useEffect(() => {
    const before = announcedSeq.current;
    if (newest === undefined) return;
    announcedSeq.current = newest;
    if (before === undefined) return;
    const fresh = messages.filter(({ seq = 0, sender }) => seq > before && sender !== ownSide);
    const texts = fresh.map(({ message }) => spokenText(message, (type) => t(`media.${type}`)));
    if (texts.length > 0) setAnnounced(t(`says.${ownSide}`, { text: texts.join('. ') }));
    // Runs only for a newer message.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [newest]);
  return announced;
}

const delays = ['', '[animation-delay:200ms]', '[animation-delay:400ms]'];

/** Three dots in place of the message that the other side is typing. */
function Typing() {
  const { ownSide } = useSide();
  const t = useConversationTexts();
  return (
    <div className="px-4 pb-3" data-testid="typing">
      <Bubble
        sender={ownSide === 'customer' ? 'support' : 'customer'}
        delivery="sent"
        className={cx(bubblePadding, 'w-fit')}
      >
        <span className="sr-only">{t(`typing.${ownSide}`)}</span>
        <span className="flex h-6.5 items-center gap-1.5" aria-hidden="true">
          {delays.map((delay) => (
            <span key={delay} className={cx('size-2 animate-pulse rounded-full bg-ink-3', delay)} />
          ))}
        </span>
      </Bubble>
    </div>
  );
}

/**
 * Returns the messages with the old object for each unchanged message, so that it is not rendered again. Each
 * change creates new objects for all messages, and most have equal content.
 */
function useStableMessages(messages: ShownMessage[]): ShownMessage[] {
  const [cached, setCached] = useState({ received: messages, stable: messages });
  if (cached.received === messages) return cached.stable;
  const before = new Map(cached.stable.map((message) => [message.key, message]));
  const stable = messages.map((message) => {
    const old = before.get(message.key);
    return old && isSame(old, message) ? old : message;
  });
  setCached({ received: messages, stable });
  return stable;
}

function isSame(a: ShownMessage, b: ShownMessage): boolean {
  const sameState =
    a.delivery === b.delivery && a.progress === b.progress && a.error === b.error && a.seq === b.seq;
  if (!sameState || a.createdAt !== b.createdAt || Boolean(a.local) !== Boolean(b.local)) return false;
  const [one, other] = [a.message, b.message];
  if (one.message_type === 'text' && other.message_type === 'text') return one.payload === other.payload;
  return JSON.stringify(one) === JSON.stringify(other);
}

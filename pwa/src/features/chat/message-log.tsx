import { ArrowDown } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownMessage } from '@/data/chat/types';
import { Button } from '@/ui/button';
import { cx } from '@/ui/cx';
import { ChunkRows } from './chunk';
import { chunksOf } from './lines';
import { Typing } from './typing';
import { useAnnouncement } from './use-announcement';
import { useLogScroll } from './use-log-scroll';

interface MessageLogProps {
  messages: ShownMessage[];
  hasOlder: boolean;
  onOlder: () => void;
  typing: boolean;
  onOpen: (src: string, alt: string) => void;
  /** After the last message. */
  aside: ReactNode;
}

/** The conversation, oldest at the top. */
export function MessageLog({ messages, hasOlder, onOlder, typing, onOpen, aside }: MessageLogProps) {
  const { t } = useTranslation('chat');
  const chunks = useMemo(() => chunksOf(messages), [messages]);
  const last = messages.at(-1);
  const { box, onScroll, leftAt, toEnd } = useLogScroll({
    firstKey: messages[0]?.key,
    lastKey: last?.key,
    lastIsOurs: last?.sender === 'customer',
    onNearTop: () => hasOlder && onOlder(),
  });
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={box}
        onScroll={onScroll}
        className="size-full overflow-y-auto overscroll-contain [overflow-anchor:none]"
      >
        <div className="flex min-h-full flex-col justify-end pt-3">
          {hasOlder && (
            <Button variant="quiet" className="mx-auto text-small" onClick={onOlder}>
              {t('older')}
            </Button>
          )}
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
        {useAnnouncement(messages)}
      </p>
      {leftAt !== undefined && <ToEnd fresh={newSince(messages, leftAt)} onClick={toEnd} />}
    </div>
  );
}

function newSince(messages: ShownMessage[], key: string): number {
  const from = messages.findLastIndex((message) => message.key === key);
  return messages.slice(from + 1).filter(({ sender }) => sender !== 'customer').length;
}

/** The way back to the end; a pill with words once something new has come in there. */
function ToEnd({ fresh, onClick }: { fresh: number; onClick: () => void }) {
  const { t } = useTranslation('chat');
  return (
    <button
      type="button"
      data-floats=""
      onClick={onClick}
      aria-label={fresh > 0 ? undefined : t('toEnd')}
      className={cx(
        'press absolute bottom-3 left-1/2 flex min-h-11 min-w-11 -translate-x-1/2 animate-fade items-center justify-center gap-2 rounded-full shadow-e2',
        fresh > 0 ? 'bg-brand px-4 text-small font-semibold text-brand-ink' : 'bg-raised text-ink-2',
      )}
    >
      {fresh > 0 && t('newMessages')}
      <ArrowDown className="size-5" aria-hidden="true" />
    </button>
  );
}

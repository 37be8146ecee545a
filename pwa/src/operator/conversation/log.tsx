import { ArrowDown } from 'lucide-react';
import type { ShownMessage } from '@/data/chat/types';
import { cx } from '@/ui/cx';
import { dayOf, formatClock, formatDay, isToday, isYesterday } from '@/ui/format/time';
import { useWords } from '../i18n';
import { SmallButton } from '../ui/small-button';
import { MessageRow } from './message-row';
import { useLogScroll } from './use-log-scroll';

interface LogProps {
  id: string;
  messages: ShownMessage[];
  hasOlder: boolean;
  onOlder: () => void;
  isTyping: boolean;
  onOpen: (src: string, alt: string) => void;
}

/** The conversation, oldest at the top; older pages come in above without a jump. */
export function Log({ id, messages, hasOlder, onOlder, isTyping, onOpen }: LogProps) {
  const { say } = useWords();
  const last = messages.at(-1);
  const { box, content, onScroll, leftAt, toEnd } = useLogScroll({
    firstKey: messages[0]?.key,
    lastKey: last?.key,
    lastIsOurs: last?.sender === 'support',
    onNearTop: () => hasOlder && onOlder(),
  });
  const fresh = leftAt === undefined ? 0 : newSince(messages, leftAt);
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={box}
        onScroll={onScroll}
        className="size-full overflow-y-auto overscroll-contain [overflow-anchor:none]"
        data-testid="log"
      >
        <div ref={content} className="flex min-h-full flex-col justify-end px-4 pt-3">
          {hasOlder && (
            <SmallButton tone="quiet" className="mx-auto mb-2" onClick={onOlder}>
              {say('conversation.older')}
            </SmallButton>
          )}
          <div role="list" aria-label={say('conversation.log')}>
            {messages.map((message, i) => (
              <MessageRow
                key={message.key}
                conversation={id}
                message={message}
                day={
                  messages[i - 1] &&
                  dayOf(messages[i - 1]!.createdAt) === dayOf(message.createdAt) ? undefined : (
                    <Day moment={message.createdAt} />
                  )
                }
                quiet={saysTheSame(message, messages[i + 1])}
                onOpen={onOpen}
              />
            ))}
          </div>
          {isTyping && <Typing />}
        </div>
      </div>
      {leftAt !== undefined && (
        <button
          type="button"
          onClick={toEnd}
          aria-label={fresh > 0 ? undefined : say('conversation.toEnd')}
          className={cx(
            'press tap absolute bottom-3 left-1/2 flex min-h-9 min-w-9 -translate-x-1/2 animate-fade items-center justify-center gap-2 rounded-full font-semibold shadow-e2',
            fresh > 0 ? 'bg-brand px-4 text-brand-ink' : 'bg-raised text-ink-2',
          )}
        >
          {fresh > 0 && say('conversation.fresh')}
          <ArrowDown className="size-4.5" aria-hidden="true" />
        </button>
      )}
    </div>
  );
}

function newSince(messages: ShownMessage[], key: string): number {
  const from = messages.findLastIndex((message) => message.key === key);
  return messages.slice(from + 1).filter(({ sender }) => sender === 'customer').length;
}

/** The next one says the same time and state, so this one need not. */
function saysTheSame(a: ShownMessage, b: ShownMessage | undefined): boolean {
  if (
    !b ||
    a.sender !== b.sender ||
    a.delivery !== b.delivery ||
    (a.delivery !== 'sent' && a.delivery !== 'read')
  )
    return false;
  return dayOf(a.createdAt) === dayOf(b.createdAt) && formatClock(a.createdAt) === formatClock(b.createdAt);
}

function Day({ moment }: { moment: string }) {
  const { say, locale } = useWords();
  return (
    <p className="pt-1 pb-3 text-center text-micro text-ink-2">
      {isToday(moment)
        ? say('day.today')
        : isYesterday(moment)
          ? say('day.yesterday')
          : formatDay(moment, locale)}
    </p>
  );
}

/** Said aloud by the conversation's live region; here for the eye. */
function Typing() {
  return (
    <div
      className="flex h-9 w-fit items-center gap-1.5 rounded-card rounded-bl-[6px] bg-surface px-4 shadow-e1 mb-3"
      aria-hidden="true"
      data-testid="typing"
    >
      {['', '[animation-delay:200ms]', '[animation-delay:400ms]'].map((delay) => (
        <span key={delay} className={cx('size-1.5 animate-pulse rounded-full bg-ink-3', delay)} />
      ))}
    </div>
  );
}

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ShownMessage } from '@/data/chat/types';
import { wordsOf } from '@/features/chat/lines';
import { Lightbox } from '@/ui/lightbox';
import { Spinner } from '@/ui/spinner';
import { cx } from '@/ui/cx';
import { useWords, type Say } from '../i18n';
import { useBlobAddress } from '../message/use-blob-address';
import { customerName } from '../inbox/customer-name';
import { inboxStore } from '../inbox/inbox';
import { usePart } from '@/data/kit/useStore';
import { hasOlder, moveReadMark, shownOf } from '../thread/thread';
import { loadOlder, roomOf, rooms } from '../thread/threads';
import { Composer } from './composer';
import { ConversationHead } from './conversation-head';
import { Gone } from './gone';
import { Log } from './log';
import { useReadMarks } from './use-read-marks';
import { useSummary } from './use-summary';

interface ConversationProps {
  id: string;
  me: string;
  className?: string;
}

/** What was said, how far it has come, and the answer. */
export function Conversation({ id, me, className }: ConversationProps) {
  const { say } = useWords();
  const { thread, state } = usePart(rooms, () => roomOf(id));
  const summary = useSummary(id);
  const isTyping = usePart(inboxStore, ({ typing }) => typing.has(id));
  // The list tells how far the customer has read before any frame does.
  const readSeq = summary?.customerReadSeq ?? 0;
  const messages = useMemo(() => shownOf(moveReadMark(thread, readSeq)), [thread, readSeq]);
  const [picture, setPicture] = useState<{ src: string; alt: string }>();
  const open = useCallback((src: string, alt: string) => setPicture({ src, alt }), []);
  const { address } = useBlobAddress(picture?.src);
  const section = useRef<HTMLElement>(null);
  const announcement = useAnnouncement(messages, isTyping, say);
  useReadMarks(id, thread.known?.top ?? 0, summary?.unread ?? 0);
  // Opened by keyboard or by hand, it is where one goes on; its keys work from here.
  useEffect(() => section.current?.focus({ preventScroll: true }), [id]);
  return (
    <section
      ref={section}
      tabIndex={-1}
      data-conversation=""
      aria-label={say('conversation.label', { name: summary ? customerName(summary, say) : id })}
      className={cx('flex min-h-0 min-w-0 flex-col bg-bg', className)}
    >
      <ConversationHead id={id} summary={summary} me={me} />
      {state === 'gone' ? (
        <Gone />
      ) : (
        <>
          {thread.known ? (
            <Log
              key={id}
              id={id}
              messages={messages}
              hasOlder={hasOlder(thread)}
              onOlder={() => void loadOlder(id)}
              isTyping={isTyping}
              onOpen={open}
            />
          ) : (
            <div className="late grid flex-1 place-items-center text-ink-2" role="status">
              {state === 'failed' ? say('conversation.failed') : <Spinner className="size-6" />}
            </div>
          )}
          <p aria-live="polite" className="sr-only">
            {announcement}
          </p>
          <Composer key={`composer ${id}`} id={id} locale={summary?.locale ?? 'th'} />
        </>
      )}
      <Lightbox
        src={picture && address}
        alt={picture?.alt ?? ''}
        closeLabel={say('media.close')}
        onClose={() => setPicture(undefined)}
      />
    </section>
  );
}

/** What the customer has just said or is about to; never the history. */
function useAnnouncement(messages: ShownMessage[], isTyping: boolean, say: Say): string {
  const [said, setSaid] = useState('');
  const heard = useRef<number>(undefined);
  const newest = messages.findLast(({ seq }) => seq !== undefined)?.seq;
  useEffect(() => {
    const before = heard.current;
    heard.current = newest;
    if (before === undefined || newest === undefined) return;
    const fresh = messages.filter(({ seq = 0, sender }) => seq > before && sender === 'customer');
    const words = fresh.map(({ message }) => wordsOf(message, (type) => say(`media.${type}`)));
    if (words.length > 0) setSaid(say('conversation.says', { text: words.join('. ') }));
    // Only a newer one is news.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [newest]);
  return isTyping ? say('conversation.typing') : said;
}

import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { MessageLog } from '@/conversation/message-log';
import { useSelected } from '@/data/kit/use-store';
import { cx } from '@/ui/cx';
import { Lightbox } from '@/ui/lightbox';
import { Spinner } from '@/ui/spinner';
import { useTexts } from '../i18n';
import { customerName } from '../inbox/customer-name';
import { inboxStore } from '../inbox/inbox';
import { useBlobAddress } from '../message/use-blob-address';
import { closeConversation } from '../router';
import { hasOlder, moveReadMark, listShownMessages } from '../thread/thread';
import { loadOlder, roomOf, rooms } from '../thread/threads';
import { SmallButton } from '../ui/small-button';
import { markReadUpTo } from './actions';
import { Composer } from './composer';
import { ConversationHead } from './conversation-head';
import { SupportSide } from './side';
import { useSummary } from './use-summary';

interface ConversationProps {
  id: string;
  me: string;
  className?: string;
}

/** The messages, how far they are read, and the reply. */
export function Conversation({ id, me, className }: ConversationProps) {
  const { t } = useTexts();
  const { thread, state } = useSelected(rooms, () => roomOf(id));
  const summary = useSummary(id);
  const [picture, setPicture] = useState<{ src: string; alt: string }>();
  const open = useCallback((src: string, alt: string) => setPicture({ src, alt }), []);
  const { address } = useBlobAddress(picture?.src);
  const section = useRef<HTMLElement>(null);
  useReadMarks(id, thread.known?.top ?? 0, summary?.unread ?? 0);
  // Focused when opened, so that keys act on the conversation.
  useEffect(() => section.current?.focus({ preventScroll: true }), [id]);
  return (
    <section
      ref={section}
      tabIndex={-1}
      data-conversation=""
      aria-label={t('conversation.label', { name: summary ? customerName(summary, t) : id })}
      className={cx('flex min-h-0 min-w-0 flex-col bg-bg', className)}
    >
      <ConversationHead id={id} summary={summary} me={me} />
      {state === 'gone' ? (
        <ContinuedElsewhere />
      ) : (
        <SupportSide conversation={id}>
          {/* The inbox already contains how far the customer has read, before any frame arrives. */}
          <Messages id={id} readSeq={summary?.customerReadSeq ?? 0} onOpen={open} />
          <Composer key={`composer ${id}`} id={id} locale={summary?.locale ?? 'th'} />
        </SupportSide>
      )}
      <Lightbox
        src={picture && address}
        alt={picture?.alt ?? ''}
        closeLabel={t('media.close')}
        onClose={() => setPicture(undefined)}
      />
    </section>
  );
}

interface MessagesProps {
  id: string;
  readSeq: number;
  onOpen: (src: string, alt: string) => void;
}

/** The messages, once they are loaded. */
function Messages({ id, readSeq, onOpen }: MessagesProps) {
  const { t } = useTexts();
  const { thread, state } = useSelected(rooms, () => roomOf(id));
  const isTyping = useSelected(inboxStore, ({ typing }) => typing.has(id));
  const messages = useMemo(() => listShownMessages(moveReadMark(thread, readSeq)), [thread, readSeq]);
  if (!thread.known) {
    return (
      <div className="late grid flex-1 place-items-center text-ink-2" role="status">
        {state === 'failed' ? t('conversation.failed') : <Spinner className="size-6" />}
      </div>
    );
  }
  return (
    <MessageLog
      key={id}
      messages={messages}
      older={
        hasOlder(thread) && (
          <SmallButton tone="quiet" className="mx-auto mb-2" onClick={() => void loadOlder(id)}>
            {t('conversation.older')}
          </SmallButton>
        )
      }
      onOlder={() => hasOlder(thread) && void loadOlder(id)}
      typing={isTyping}
      onOpen={onOpen}
    />
  );
}

/** Shown when the guest has logged in and the conversation continues as the member's. */
function ContinuedElsewhere() {
  const { t } = useTexts();
  return (
    <div role="status" className="flex flex-1 flex-col items-center justify-center gap-1 px-8 text-center">
      <h3 className="text-h3 font-semibold">{t('gone.title')}</h3>
      <p className="max-w-80 text-ink-2">{t('gone.text')}</p>
      <SmallButton className="mt-4" onClick={() => void closeConversation()}>
        {t('gone.back')}
      </SmallButton>
    </div>
  );
}

/** Messages that arrive within this many ms are marked as read together. */
const SETTLE_MS = 400;

/** Marks messages as read while the conversation is open and the page is visible. */
function useReadMarks(id: string, top: number, unread: number): void {
  useEffect(() => {
    if (top === 0 || unread === 0) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const mark = () => {
      clearTimeout(timer);
      if (document.visibilityState === 'visible')
        timer = setTimeout(() => void markReadUpTo(id, top).catch(() => {}), SETTLE_MS);
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', mark);
    };
  }, [id, top, unread]);
}

import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MessageLog } from '@/conversation/message-log';
import { markRead, sendPostback, sendText, useConversation } from '@/data/domains/chat';
import type { ShownMessage } from '@/data/domains/chat/shown';
import { useResource } from '@/data/engine/resources/use-resource';
import '@/i18n/chat-texts';
import { closeSheet } from '@/nav/sheets';
import { Button } from '@/ui/button';
import { ChatPicture } from '@/ui/chat-picture';
import { cx } from '@/ui/cx';
import { EmptyState } from '@/ui/empty-state';
import { Lightbox } from '@/ui/lightbox';
import { Mark } from '@/ui/mark';
import { SheetPage } from '@/ui/sheet';
import { Spinner } from '@/ui/spinner';
import { TallSheetPage } from '@/ui/tall-sheet';
import { Composer } from './composer';
import { toastFailure } from './toast-failure';
import { PushCard } from './push-card';
import { MemberSide } from './side';
import { useOffline } from './use-offline';

/** Shows the chat with support, or a notice if the site has switched the chat off. */
export default function ChatSheet() {
  const { t } = useTranslation('chat');
  const isOff = useResource('enableChatWidget').data?.enableChatWidget === false;
  const title = useTitle();
  if (!isOff)
    return (
      <MemberSide>
        <Chat title={title} />
      </MemberSide>
    );
  return (
    <SheetPage title={title}>
      <EmptyState title={t('off.title')}>{t('off.text')}</EmptyState>
    </SheetPage>
  );
}

function useTitle(): string {
  const { t } = useTranslation('chat');
  const { t: shell } = useTranslation();
  const name = useResource('info').data?.name || shell('appName');
  return t('title', { name });
}

function Chat({ title }: { title: string }) {
  const { t } = useTranslation('chat');
  const { messages, hasOlder, loadOlder, loading, supportTyping, connected } = useConversation();
  const [shown, setShown] = useState<{ src: string; alt: string }>();
  // A guest's connection opens with the first message. Until then the chat is shown as connected.
  const isConnected = connected || messages.length === 0;
  const openPicture = useCallback((src: string, alt: string) => setShown({ src, alt }), []);
  const closePicture = () => setShown(undefined);
  useReadMarks(messages.findLast(({ seq }) => seq !== undefined)?.seq);
  return (
    <TallSheetPage
      title={title}
      note={<ConnectionNote isConnected={isConnected} />}
      lead={<Logo isConnected={isConnected} onClick={closeSheet} />}
      footer={<Composer />}
    >
      {messages.length === 0 ? (
        <EmptyChat loading={loading} />
      ) : (
        <MessageLog
          messages={messages}
          older={hasOlder && <OlderButton onClick={() => void loadOlder()} />}
          onOlder={() => hasOlder && void loadOlder()}
          typing={supportTyping}
          onOpen={openPicture}
          aside={<PushCard expectsReply={messages.some(hasArrived)} />}
        />
      )}
      <QuickReplies last={messages.at(-1)} />
      <Lightbox
        src={shown?.src}
        alt={shown?.alt ?? ''}
        closeLabel={t('media.close')}
        onClose={closePicture}
      />
    </TallSheetPage>
  );
}

function OlderButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation('chat');
  return (
    <Button variant="quiet" className="mx-auto text-small" onClick={onClick}>
      {t('older')}
    </Button>
  );
}

/** Returns whether the server has this message of the customer. From then on the customer expects a reply. */
function hasArrived({ sender, seq }: ShownMessage): boolean {
  return sender === 'customer' && seq !== undefined;
}

function ConnectionNote({ isConnected }: { isConnected: boolean }) {
  const { t } = useTranslation('chat');
  const offline = useOffline();
  return (
    <span role="status">
      {t(offline ? 'state.offline' : isConnected ? 'state.connected' : 'state.connecting')}
    </span>
  );
}

/** The logo closes the chat. Its dot shows whether the chat is connected. */
function Logo({ isConnected, onClick }: { isConnected: boolean; onClick: () => void }) {
  const { t } = useTranslation('chat');
  const offline = useOffline();
  return (
    <button
      type="button"
      aria-label={t('collapse')}
      onClick={onClick}
      className="press relative size-11 shrink-0 rounded-field"
    >
      <Mark className="size-11" />
      <span
        className={cx(
          'absolute -right-1 -bottom-1 size-4 rounded-full border-[3px] border-bg',
          isConnected && !offline ? 'bg-in' : 'bg-control',
        )}
        aria-hidden="true"
      />
    </button>
  );
}

/** Shown before the first message, or while the stored messages load. */
function EmptyChat({ loading }: { loading: boolean }) {
  const { t } = useTranslation('chat');
  if (loading) {
    return (
      <div className="late grid flex-1 place-items-center text-ink-2">
        <Spinner className="size-6" />
      </div>
    );
  }
  return (
    <div className="flex flex-1 flex-col items-center justify-center overflow-y-auto px-8 py-6 text-center">
      <ChatPicture />
      <h3 className="mt-5 text-h3 font-semibold">{t('empty.title')}</h3>
      <p className="mt-1 [text-wrap:balance] text-ink-2">{t('empty.text')}</p>
      <ul aria-label={t('quick')} className="mt-5 flex flex-wrap justify-center gap-2">
        {questions.map((question) => (
          <li key={question}>
            <button
              type="button"
              onClick={() => toastFailure(sendText(t(`empty.ask.${question}`)))}
              className="press min-h-11 rounded-full border border-control bg-surface px-4 py-1 font-medium"
            >
              {t(`empty.ask.${question}`)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The most common questions: a tap sends one. */
const questions = ['deposit', 'withdraw', 'login'] as const;

/** Shows the replies that the last message offers, above the composer. */
function QuickReplies({ last }: { last: ShownMessage | undefined }) {
  const { t } = useTranslation('chat');
  if (last?.message.message_type !== 'quick_replies') return null;
  const replies = last.message.payload.quick_replies;
  return (
    <ul
      aria-label={t('quick')}
      className="flex shrink-0 snap-x scroll-px-4 gap-2 overflow-x-auto px-4 pt-1 pb-3 [scrollbar-width:none]"
    >
      {replies.map(({ title, payload }, i) => (
        <li key={i} className="shrink-0 snap-start">
          <button
            type="button"
            onClick={() => toastFailure(sendPostback({ title, payload }))}
            className="press min-h-11 rounded-full border border-control bg-surface px-4 font-medium"
          >
            {title}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Marks the messages as read while the chat and the page are visible. */
function useReadMarks(newest: number | undefined): void {
  useEffect(() => {
    if (newest === undefined) return;
    const markIfVisible = () => {
      if (document.visibilityState === 'visible') markRead();
    };
    markIfVisible();
    document.addEventListener('visibilitychange', markIfVisible);
    return () => document.removeEventListener('visibilitychange', markIfVisible);
  }, [newest]);
}

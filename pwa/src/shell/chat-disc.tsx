import { useLocation } from '@tanstack/react-router';
import { MessageCircle, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnread } from '@/data/domains/chat/use-unread';
import { showSheet } from '@/nav/sheets';
import { cx } from '@/ui/cx';
import { IconButton } from '@/ui/icon-button';
import { useClearance } from './use-clearance';
import { deviceStorage } from '@/data/kit/web-storage';

const KEY = 'chat-invite-declined';
const INVITES_AFTER_MS = 4000;

/**
 * Classes of the button as a tab at the screen's edge. It is as wide as the page's margin, and a thumb can
 * still hit it.
 */
const tucked = '-mr-4 w-5 rounded-r-none [&>svg]:size-3.5';
const out = 'w-13 bg-brand-soft text-brand-text';

/**
 * The button of the closed chat, above the bottom bar, with the number of unread messages. At first a line of
 * text invites the member to write. Where the button would cover another button or text, it shrinks to a tab
 * at the screen's edge.
 */
export default function ChatDisc() {
  const unread = useUnread();
  const [invites, decline] = useInvitation();
  // On this page the chat is already the first button.
  const isContact = useLocation().pathname.endsWith('/contact');
  const [lineRef, discRef] = [useRef<HTMLSpanElement>(null), useRef<HTMLSpanElement>(null)];
  const lineIsClear = useClearance(lineRef);
  const discIsClear = useClearance(discRef);
  const open = () => {
    decline();
    showSheet('chat');
  };
  return (
    <div data-beside-bar="" className="relative flex items-center justify-end gap-1.5 *:pointer-events-auto">
      {/* As wide as the invitation, and as tall as it is with two lines. */}
      <span
        ref={lineRef}
        className="pointer-events-none! absolute right-14 bottom-0 h-[calc(2lh+8px)] min-h-full w-[calc(14em+64px)] max-w-[calc(100%-56px)] text-small"
        aria-hidden="true"
      />
      <span ref={discRef} className="pointer-events-none! absolute right-0 size-13" aria-hidden="true" />
      {invites && lineIsClear && discIsClear && unread === 0 && !isContact && (
        <Invitation onOpen={open} onDecline={decline} />
      )}
      <Disc unread={unread} isClear={discIsClear} onOpen={open} />
    </div>
  );
}

/** The text that invites the member to write, and the button to dismiss it. */
function Invitation({ onOpen, onDecline }: { onOpen: () => void; onDecline: () => void }) {
  const { t } = useTranslation();
  return (
    <div
      data-floats=""
      className="flex min-w-0 animate-fade items-center rounded-full bg-raised pl-4 text-small shadow-e2"
    >
      <button type="button" onClick={onOpen} className="min-h-11 min-w-0 py-1 text-left">
        {t('chat.invite')}
      </button>
      <IconButton
        icon={X}
        label={t('chat.dismiss')}
        onClick={onDecline}
        iconClass="size-4.5"
        className="text-ink-2"
      />
    </div>
  );
}

interface DiscProps {
  unread: number;
  /** True if the button covers no text and no control. */
  isClear: boolean;
  onOpen: () => void;
}

function Disc({ unread, isClear, onOpen }: DiscProps) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={unread > 0 ? `${t('chat.open')}, ${t('chat.unread', { count: unread })}` : t('chat.open')}
      onClick={onOpen}
      data-floats=""
      className={cx(
        'press relative grid h-13 shrink-0 place-items-center rounded-full shadow-e2',
        isClear ? out : cx(tucked, unread > 0 ? 'bg-yolk text-yolk-ink' : 'bg-brand-soft text-brand-text'),
      )}
    >
      <MessageCircle className="size-6" aria-hidden="true" />
      {unread > 0 && isClear && (
        <span
          className="absolute -top-1 -right-1 grid min-h-6 min-w-6 place-items-center rounded-full bg-yolk px-1.5 text-[min(0.78125rem,4vw)] leading-[1.52] font-bold text-yolk-ink ring-2 ring-bg"
          aria-hidden="true"
        >
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </button>
  );
}

/**
 * Returns whether the invitation is shown, and a function to dismiss it. The invitation appears shortly after
 * the page. Once it was dismissed on this phone, it never appears again.
 */
function useInvitation(): [boolean, () => void] {
  const [invites, setInvites] = useState(false);
  useEffect(() => {
    if (deviceStorage.get(KEY) !== null) return;
    const timer = setTimeout(() => setInvites(true), INVITES_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const decline = () => {
    deviceStorage.set(KEY, 'yes');
    setInvites(false);
  };
  return [invites, decline];
}

import { useLocation } from '@tanstack/react-router';
import { MessageCircle, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnread } from '@/data/chat/useUnread';
import { IconButton } from '@/ui/icon-button';
import { useSheet } from './sheets';

const KEY = 'chat-invite-declined';
const INVITES_AFTER_MS = 4000;

/** The collapsed chat: a disc above the bar with what is unread, and at first a line that invites. */
export default function ChatDisc() {
  const { t } = useTranslation();
  const { show } = useSheet();
  const unread = useUnread();
  const [invites, decline] = useInvitation();
  // There the chat is the page's own first button.
  const isContact = useLocation().pathname.endsWith('/contact');
  const open = () => {
    decline();
    show('chat');
  };
  return (
    <div data-beside-bar="" className="flex items-center justify-end gap-1.5 *:pointer-events-auto">
      {invites && unread === 0 && !isContact && (
        <div className="flex min-w-0 animate-fade items-center rounded-full bg-raised pl-4 text-small shadow-e2">
          <button type="button" onClick={open} className="min-h-11 min-w-0 py-1 text-left">
            {t('chat.invite')}
          </button>
          <IconButton icon={X} label={t('chat.dismiss')} onClick={decline} iconClass="size-4.5" className="text-ink-2" />
        </div>
      )}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={unread > 0 ? `${t('chat.open')}, ${t('chat.unread', { count: unread })}` : t('chat.open')}
        onClick={open}
        className="press relative grid size-13 shrink-0 place-items-center rounded-full bg-brand-soft text-brand-text shadow-e2"
      >
        <MessageCircle className="size-6" aria-hidden="true" />
        {unread > 0 && (
          <span
            className="absolute -top-1 -right-1 grid min-h-6 min-w-6 place-items-center rounded-full bg-yolk px-1.5 text-[min(0.78125rem,4vw)] leading-[1.52] font-bold text-yolk-ink ring-2 ring-bg"
            aria-hidden="true"
          >
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </button>
    </div>
  );
}

/** Once on this phone, and a moment after the page: nobody came here to be invited. */
function useInvitation(): [boolean, () => void] {
  const [invites, setInvites] = useState(false);
  useEffect(() => {
    if (localStorage.getItem(KEY) !== null) return;
    const timer = setTimeout(() => setInvites(true), INVITES_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const decline = () => {
    localStorage.setItem(KEY, new Date().toISOString());
    setInvites(false);
  };
  return [invites, decline];
}

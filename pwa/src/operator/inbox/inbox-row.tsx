import { UserRound } from 'lucide-react';
import { memo } from 'react';
import { localeNames } from '@/i18n/locales';
import { cx } from '@/ui/cx';
import { formatClock, formatDay, isToday } from '@/ui/format/time';
import { useTexts } from '../i18n';
import type { Summary } from '../types';
import { customerName } from './customer-name';
import { WaitTime } from './wait';

interface InboxRowProps {
  row: Summary;
  isOpen: boolean;
  isTyping: boolean;
  me: string;
  onOpen: (id: string) => void;
}

/** One conversation in two lines: customer and waiting time, last message and unread count. */
export const InboxRow = memo(function InboxRow({ row, isOpen, isTyping, me, onOpen }: InboxRowProps) {
  const { id } = row;
  return (
    <li>
      <button
        type="button"
        data-row={id}
        aria-current={isOpen || undefined}
        onClick={() => onOpen(id)}
        className={cx(
          'relative flex min-h-13.5 w-full flex-col justify-center border-b border-line px-4 py-0.5 text-left -outline-offset-2',
          isOpen ? 'bg-brand-soft' : 'hover:bg-sunken',
        )}
      >
        {isOpen && <span className="absolute inset-y-0 left-0 w-1 bg-brand" aria-hidden="true" />}
        <WhoLine row={row} />
        <WhatLine {...{ row, isTyping, me }} />
      </button>
    </li>
  );
});

/**
 * Shows the customer and how long they have waited for a reply. If they do not wait, shows the time of the
 * last message.
 */
function WhoLine({ row }: Pick<InboxRowProps, 'row'>) {
  const { t, locale } = useTexts();
  const { unread, waitingSince, lastAt } = row;
  return (
    <span className="flex w-full items-center gap-2">
      <Online online={row.online} />
      <span className={cx('min-w-0 truncate py-px', unread > 0 ? 'font-bold' : 'font-semibold')}>
        <bdi>{customerName(row, t)}</bdi>
      </span>
      <LocaleMark locale={row.locale} />
      <span className="flex-1" />
      {waitingSince ? (
        <WaitTime since={waitingSince} />
      ) : (
        <time dateTime={lastAt} className="shrink-0 text-ink-2">
          {isToday(lastAt) ? formatClock(lastAt) : formatDay(lastAt, locale)}
        </time>
      )}
    </span>
  );
}

/**
 * Shows the last message, or that the customer is typing. Also shows the assigned operator and the unread
 * count.
 */
function WhatLine({ row, isTyping, me }: Pick<InboxRowProps, 'row' | 'isTyping' | 'me'>) {
  const { t } = useTexts();
  const { unread, assignee, lastSender, preview } = row;
  return (
    <span className="flex w-full items-center gap-2 text-ink-2">
      <span
        className={cx(
          'min-w-0 flex-1 truncate py-px',
          isTyping && 'text-brand-text',
          unread > 0 && !isTyping && 'text-ink',
        )}
      >
        <bdi>
          {isTyping
            ? t('inbox.typing')
            : lastSender === 'support'
              ? t('inbox.ours', { text: preview })
              : preview}
        </bdi>
      </span>
      {assignee && (
        <span className="flex max-w-24 shrink-0 items-center gap-1 text-micro">
          <UserRound className="size-3 shrink-0" strokeWidth={2.4} aria-hidden="true" />
          <span className="sr-only">{t('inbox.assignedTo')} </span>
          <span className="truncate py-px">
            <bdi>{assignee === me ? t('inbox.me') : assignee}</bdi>
          </span>
        </span>
      )}
      {unread > 0 && (
        <span className="grid h-5 min-w-5 shrink-0 place-items-center rounded-full bg-yolk px-1.5 text-micro font-bold text-yolk-ink">
          {unread > 99 ? '99+' : unread}
          <span className="sr-only"> {t('inbox.unread')}</span>
        </span>
      )}
    </span>
  );
}

/** A mark that is filled while the customer's app is open, and hollow otherwise. */
export function Online({ online }: { online: boolean }) {
  const { t } = useTexts();
  return (
    <span
      className={cx('size-2.5 shrink-0 rounded-full', online ? 'bg-in' : 'border-[1.5px] border-control')}
    >
      <span className="sr-only">{t(online ? 'who.online' : 'who.offline')} </span>
    </span>
  );
}

/** The customer's language. */
export function LocaleMark({ locale }: { locale: string }) {
  const { t } = useTexts();
  const isKnown = locale === 'th' || locale === 'lo' || locale === 'en';
  return (
    <span
      lang={locale}
      className="shrink-0 rounded-[6px] bg-off-soft px-1.5 text-micro font-semibold text-off"
    >
      <span className="sr-only">{t('who.language')} </span>
      {isKnown ? localeNames[locale].short : locale}
    </span>
  );
}

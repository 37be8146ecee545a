import { Settings2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { cx } from '@/ui/cx';
import { useTexts } from '../i18n';
import { KEYS } from '../frame/keys';
import { openPanel } from '../panel/open-panel';
import type { CannedReply } from '../types';
import { Keys } from '../ui/kbd';
import { textFor } from './canned';

interface CannedMenuProps {
  id: string;
  replies: CannedReply[];
  /** The index of the reply that Enter inserts. */
  chosen: number;
  /** The customer's language. */
  locale: string;
  onUse: (reply: CannedReply) => void;
}

/**
 * The list of canned replies above the field, while the field's text begins with a slash. The focus stays in
 * the field; arrows and Enter select from the list.
 */
export function CannedMenu({ id, replies, chosen, locale, onUse }: CannedMenuProps) {
  const { t } = useTexts();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: 'nearest' });
  }, [chosen]);
  return (
    <div className="absolute inset-x-3 bottom-full z-10 mb-2 animate-fade overflow-clip rounded-button bg-raised shadow-e2">
      <Head />
      {replies.length === 0 && <p className="px-3.5 py-4 text-ink-2">{t('canned.noneFound')}</p>}
      <div
        ref={list}
        id={id}
        role="listbox"
        aria-label={t('canned.title')}
        className="max-h-72 overflow-y-auto"
      >
        {replies.map((reply, i) => (
          <div
            key={reply.id}
            id={`${id}-${reply.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === chosen}
            // Keeps the focus in the field, because the next Enter there sends the message.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onUse(reply)}
            onKeyDown={() => {}}
            className={cx('cursor-pointer px-3.5 py-2', i === chosen ? 'bg-brand-soft' : 'hover:bg-sunken')}
          >
            <p className="font-semibold wrap-anywhere">
              <bdi>{reply.title}</bdi>
            </p>
            <p lang={locale} className="line-clamp-2 wrap-anywhere whitespace-pre-wrap text-ink-2">
              {textFor(reply, locale)}
            </p>
          </div>
        ))}
      </div>
      <p aria-live="polite" className="sr-only">
        {t('canned.found', { count: replies.length })}
      </p>
    </div>
  );
}

/** Shows the list's keys, and the button to the panel in which replies are edited. */
function Head() {
  const { t } = useTexts();
  return (
    <div className="flex items-center justify-between gap-2 border-b border-line py-1 pr-1 pl-3.5 text-micro text-ink-2">
      <span className="flex items-center gap-1.5">
        <Keys of="choose" />
        {t(KEYS.choose.does)}
        <Keys of="pick" />
        {t(KEYS.pick.does)}
      </span>
      <button
        type="button"
        onClick={() => openPanel('canned')}
        className="press tap flex min-h-8 items-center gap-1.5 rounded-[10px] px-2.5 font-semibold text-brand-text"
      >
        <Settings2 className="size-4" aria-hidden="true" />
        {t('canned.manage')}
      </button>
    </div>
  );
}

import { useTranslation } from 'react-i18next';
import type { Card } from '@/data/chat/types';
import { ActionButtons } from './action-button';

/** A row of cards to swipe through, the next one peeping in; arrows scroll it from the keyboard. */
export function Cards({ cards }: { cards: Card[] }) {
  const { t } = useTranslation('chat');
  return (
    <ul
      aria-label={t('cards')}
      // A scrolling region without a control of its own has to be reachable.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="-mx-4 flex snap-x self-stretch snap-mandatory scroll-px-4 gap-3 overflow-x-auto overscroll-x-contain px-4 pb-1 [scrollbar-width:none]"
    >
      {cards.map((card, i) => (
        <li
          key={i}
          aria-label={t('card', { index: i + 1, count: cards.length })}
          className="flex w-[230px] shrink-0 snap-start flex-col overflow-clip rounded-card bg-surface shadow-e1"
        >
          {card.image_src && (
            <img
              src={card.image_src}
              alt=""
              loading="lazy"
              className="aspect-[16/9] w-full bg-sunken object-cover"
            />
          )}
          <div className="flex-1 px-3.5 py-2.5">
            <p className="font-semibold">{card.title}</p>
            {card.subtitle && <p className="text-small text-ink-2">{card.subtitle}</p>}
          </div>
          {card.buttons && <ActionButtons buttons={card.buttons} />}
        </li>
      ))}
    </ul>
  );
}

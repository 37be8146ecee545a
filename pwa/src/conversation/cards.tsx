import type { Card } from '@/data/chat/types';
import { cx } from '@/ui/cx';
import { useSide } from './side';

/** A row of cards to swipe through, the next one peeping in; arrows scroll it from the keyboard. */
export function Cards({ cards }: { cards: Card[] }) {
  const { say, isDense, Buttons, CardPicture } = useSide();
  return (
    <ul
      aria-label={say('cards')}
      // A scrolling region without a control of its own has to be reachable.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={cx(
        'flex snap-x snap-mandatory gap-3 overflow-x-auto overscroll-x-contain pb-1',
        isDense
          ? 'max-w-full px-px pt-px [scrollbar-width:thin]'
          : '-mx-4 scroll-px-4 self-stretch px-4 [scrollbar-width:none]',
      )}
    >
      {cards.map((card, i) => (
        <li
          key={i}
          aria-label={say('card', { index: i + 1, count: cards.length })}
          className="flex w-[230px] shrink-0 snap-start flex-col overflow-clip rounded-card bg-surface text-body shadow-e1"
        >
          {card.image_src && <CardPicture src={card.image_src} />}
          <div className="flex-1 px-3.5 py-2.5">
            <p className="font-semibold wrap-anywhere">{card.title}</p>
            {card.subtitle && <p className="text-small wrap-anywhere text-ink-2">{card.subtitle}</p>}
          </div>
          {card.buttons && card.buttons.length > 0 && <Buttons buttons={card.buttons} />}
        </li>
      ))}
    </ul>
  );
}

import type { Card } from '@/data/chat/types';
import { useWords } from '../i18n';
import { ButtonRows } from './button-rows';
import { useBlobAddress } from './use-blob-address';

/** The customer's row of cards; arrows scroll it from the keyboard. */
export function Cards({ cards }: { cards: Card[] }) {
  const { say } = useWords();
  return (
    <ul
      aria-label={say('message.cards')}
      // A scrolling region without a control of its own has to be reachable.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="flex max-w-full snap-x snap-mandatory gap-3 overflow-x-auto overscroll-x-contain px-px pt-px pb-1 [scrollbar-width:thin]"
    >
      {cards.map((card, i) => (
        <li
          key={i}
          aria-label={say('message.card', { index: i + 1, count: cards.length })}
          className="flex w-[230px] shrink-0 snap-start flex-col overflow-clip rounded-card bg-surface text-body shadow-e1"
        >
          {card.image_src && <CardPicture src={card.image_src} />}
          <div className="flex-1 px-3.5 py-2.5">
            <p className="font-semibold wrap-anywhere">{card.title}</p>
            {card.subtitle && <p className="text-small wrap-anywhere text-ink-2">{card.subtitle}</p>}
          </div>
          {card.buttons && card.buttons.length > 0 && <ButtonRows buttons={card.buttons} />}
        </li>
      ))}
    </ul>
  );
}

function CardPicture({ src }: { src: string }) {
  const { address } = useBlobAddress(src);
  return (
    <span className="relative block aspect-[16/9] w-full bg-sunken">
      {address && <img src={address} alt="" className="absolute inset-0 size-full object-cover" />}
    </span>
  );
}

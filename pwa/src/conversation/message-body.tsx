import type { Card } from '@/data/api/conversation';
import type { ShownMessage } from '@/data/domains/chat/shown';
import { cx } from '@/ui/cx';
import { Bubble, bubblePadding } from './bubble';
import { Media } from './media';
import { useSide, useConversationTexts } from './side';
import { LinkedText } from './linked-text';

interface MessageBodyProps {
  message: ShownMessage;
  onOpen?: (src: string, alt: string) => void;
}

/** A message of any type. */
export function MessageBody({ message: shown, onOpen }: MessageBodyProps) {
  const { Buttons, Replies } = useSide();
  const { sender, delivery, message } = shown;
  switch (message.message_type) {
    case 'media':
      return <Media message={shown} payload={message.payload} onOpen={onOpen} />;
    case 'generic':
      return <Cards cards={message.payload.elements} />;
    case 'buttons':
      return (
        <Bubble sender={sender} delivery={delivery} isCard className="min-w-[200px]">
          <div className={bubblePadding}>
            <LinkedText text={message.payload.text} />
          </div>
          <Buttons buttons={message.payload.buttons} />
        </Bubble>
      );
    case 'quick_replies':
      return (
        <>
          <Bubble sender={sender} delivery={delivery} className={bubblePadding}>
            <LinkedText text={message.payload.text} />
          </Bubble>
          {Replies && <Replies replies={message.payload.quick_replies} />}
        </>
      );
    case 'text':
    case 'postback':
      return (
        <Bubble sender={sender} delivery={delivery} className={bubblePadding}>
          <LinkedText text={message.message_type === 'text' ? message.payload : message.payload.title} />
        </Bubble>
      );
    // A newer server may send types that this version does not know.
    default:
      return null;
  }
}

/** A row of cards that the user swipes through. The next card is partly visible; arrow keys scroll. */
function Cards({ cards }: { cards: Card[] }) {
  const { ownSide, isDense, Buttons, CardPicture } = useSide();
  const t = useConversationTexts();
  return (
    <ul
      aria-label={t(`cards.${ownSide}`)}
      // A scrolling region without controls must be reachable by keyboard.
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
          aria-label={t('card', { index: i + 1, count: cards.length })}
          className="flex w-[230px] shrink-0 snap-start flex-col overflow-clip rounded-card bg-surface text-body shadow-e1"
        >
          {card.image_src && <CardPicture src={card.image_src} />}
          <div className="flex-1 px-3.5 py-2.5">
            <p className="font-semibold wrap-anywhere">
              <bdi>{card.title}</bdi>
            </p>
            {card.subtitle && (
              <p className="text-small wrap-anywhere text-ink-2">
                <bdi>{card.subtitle}</bdi>
              </p>
            )}
          </div>
          {card.buttons && card.buttons.length > 0 && <Buttons buttons={card.buttons} />}
        </li>
      ))}
    </ul>
  );
}

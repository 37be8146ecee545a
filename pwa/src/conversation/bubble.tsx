import type { ReactNode } from 'react';
import type { Sender } from '@/data/api/conversation';
import type { Delivery } from '@/data/domains/chat/shown';
import { cx } from '@/ui/cx';
import { useSide } from './side';

/** Returns the classes of the corners: radius 20, and 6 for the corner towards the sender. */
export function cornersOf(isOurs: boolean): string {
  return cx('rounded-card', isOurs ? 'rounded-br-[6px]' : 'rounded-bl-[6px]');
}

/**
 * Returns the classes of the background. A message that the other side has not received has no fill: its
 * border is solid if it failed, and dashed if it is not sent yet.
 */
function backgroundOf(isBrand: boolean, delivery: Delivery): string {
  if (delivery === 'failed') return 'border-2 border-failed text-ink';
  if (delivery === 'not_sent') return 'border-[1.5px] border-dashed border-control text-ink';
  return isBrand ? 'bg-brand text-brand-ink' : 'bg-surface text-ink shadow-e1';
}

interface BubbleProps {
  sender: Sender;
  delivery: Delivery;
  /**
   * True if the message has buttons of its own. The bubble then has the background that the customer sees.
   */
  isCard?: boolean;
  className?: string;
  children: ReactNode;
}

/** One message. It is equally wide in both apps, so that lines break at the same words. */
export function Bubble({ sender, delivery, isCard = false, className, children }: BubbleProps) {
  const isOurs = sender === useSide().ownSide;
  return (
    <div
      className={cx(
        'max-w-[270px] overflow-clip text-body',
        cornersOf(isOurs),
        backgroundOf(isOurs && !isCard, delivery),
        className,
      )}
    >
      {children}
    </div>
  );
}

/** The padding of a text bubble. */
export const bubblePadding = 'px-3.5 py-2';

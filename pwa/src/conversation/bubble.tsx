import type { ReactNode } from 'react';
import type { Sender } from '@/data/api/conversation';
import type { Delivery } from '@/data/domains/chat/shown';
import { cx } from '@/ui/cx';
import { useSide } from './side';

/** Corners with radius 20, and 6 for the one towards the sender. */
export function cornersOf(isOurs: boolean): string {
  return cx('rounded-card', isOurs ? 'rounded-br-[6px]' : 'rounded-bl-[6px]');
}

/**
 * A message that the other side has not received has no fill: a solid border if it failed, dashed if it is
 * not sent yet.
 */
function groundOf(isBrand: boolean, delivery: Delivery): string {
  if (delivery === 'failed') return 'border-2 border-failed text-ink';
  if (delivery === 'not_sent') return 'border-[1.5px] border-dashed border-control text-ink';
  return isBrand ? 'bg-brand text-brand-ink' : 'bg-surface text-ink shadow-e1';
}

interface BubbleProps {
  sender: Sender;
  delivery: Delivery;
  /** The bubble has its own buttons, on the background that the customer sees. */
  isCard?: boolean;
  className?: string;
  children: ReactNode;
}

/** Equally wide in both apps, so that lines break alike. */
export function Bubble({ sender, delivery, isCard = false, className, children }: BubbleProps) {
  const isOurs = sender === useSide().us;
  return (
    <div
      className={cx(
        'max-w-[270px] overflow-clip text-body',
        cornersOf(isOurs),
        groundOf(isOurs && !isCard, delivery),
        className,
      )}
    >
      {children}
    </div>
  );
}

/** The padding of a text bubble. */
export const bubblePadding = 'px-3.5 py-2';

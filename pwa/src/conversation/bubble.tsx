import type { ReactNode } from 'react';
import type { Sender } from '@/data/api/conversation';
import type { Delivery } from '@/data/domains/chat/shown';
import { cx } from '@/ui/cx';
import { useSide } from './side';

/** Radius 20, with a corner of 6 towards the sender. */
export function cornersOf(isOurs: boolean): string {
  return cx('rounded-card', isOurs ? 'rounded-br-[6px]' : 'rounded-bl-[6px]');
}

/** Hollow is what has not reached anyone: failed with a border, not sent yet dashed. */
function groundOf(isBrand: boolean, delivery: Delivery): string {
  if (delivery === 'failed') return 'border-2 border-failed text-ink';
  if (delivery === 'not_sent') return 'border-[1.5px] border-dashed border-control text-ink';
  return isBrand ? 'bg-brand text-brand-ink' : 'bg-surface text-ink shadow-e1';
}

interface BubbleProps {
  sender: Sender;
  delivery: Delivery;
  /** It has buttons of its own, which stand on the ground that the customer sees them on. */
  isCard?: boolean;
  className?: string;
  children: ReactNode;
}

/** As wide for both sides, so that lines break alike. */
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

/** The inner space of a bubble of words. */
export const bubblePadding = 'px-3.5 py-2';

import type { ReactNode } from 'react';
import type { Delivery, Sender } from '@/data/chat/types';
import { cx } from '@/ui/cx';

/** Radius 20, with a corner of 6 towards the sender: seen from the desk, ours stands right. */
export function cornersOf(sender: Sender): string {
  return cx('rounded-card', sender === 'support' ? 'rounded-br-[6px]' : 'rounded-bl-[6px]');
}

/** Hollow is what has not reached anyone: failed with a border, not sent yet dashed. */
function groundOf(sender: Sender, delivery: Delivery, isCard: boolean): string {
  if (delivery === 'failed') return 'border-2 border-failed text-ink';
  if (delivery === 'not_sent') return 'border-[1.5px] border-dashed border-control text-ink';
  return sender === 'support' && !isCard ? 'bg-brand text-brand-ink' : 'bg-surface text-ink shadow-e1';
}

interface BubbleProps {
  sender: Sender;
  delivery: Delivery;
  /** It has buttons of its own, which stand on the ground that the customer sees them on. */
  isCard?: boolean;
  className?: string;
  children: ReactNode;
}

/** At most as wide as on the customer's phone, so that lines break where theirs do. */
export function Bubble({ sender, delivery, isCard = false, className, children }: BubbleProps) {
  return (
    <div
      className={cx(
        'max-w-[270px] overflow-clip text-body',
        cornersOf(sender),
        groundOf(sender, delivery, isCard),
        className,
      )}
    >
      {children}
    </div>
  );
}

export const bubblePadding = 'px-3.5 py-2';

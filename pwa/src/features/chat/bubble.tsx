import type { ReactNode } from 'react';
import type { Delivery, Sender } from '@/data/chat/types';
import { cx } from '@/ui/cx';

/** Radius 20, with a corner of 6 towards the sender. */
export function cornersOf(sender: Sender): string {
  return cx('rounded-card', sender === 'customer' ? 'rounded-br-[6px]' : 'rounded-bl-[6px]');
}

/** Hollow is what has not reached anyone: failed with a border, not sent yet dashed. */
export function groundOf(sender: Sender, delivery: Delivery): string {
  if (sender !== 'customer') return 'bg-surface text-ink shadow-e1';
  if (delivery === 'failed') return 'border-2 border-failed text-ink';
  if (delivery === 'not_sent') return 'border-[1.5px] border-dashed border-control text-ink';
  return 'bg-brand text-brand-ink';
}

interface BubbleProps {
  sender: Sender;
  delivery: Delivery;
  className?: string;
  children: ReactNode;
}

export function Bubble({ sender, delivery, className, children }: BubbleProps) {
  return (
    <div
      className={cx('max-w-[270px] overflow-clip', cornersOf(sender), groundOf(sender, delivery), className)}
    >
      {children}
    </div>
  );
}

/** The inner space of a bubble of words. */
export const bubblePadding = 'px-3.5 py-2';

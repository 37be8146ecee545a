import { Check, CircleAlert, Clock, CloudOff, X, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx';

export type ChipTone = 'success' | 'pending' | 'failed' | 'unsent' | 'off' | 'info' | 'attention' | 'yolk';

const styles: Record<ChipTone, { className: string; icon: LucideIcon | null }> = {
  success: { className: 'bg-in-soft text-in', icon: Check },
  pending: { className: 'bg-pending-soft text-pending', icon: Clock },
  failed: { className: 'bg-failed-soft text-failed', icon: X },
  unsent: { className: 'border border-control text-ink-2', icon: CloudOff },
  off: { className: 'bg-off-soft text-off', icon: Check },
  info: { className: 'bg-info-soft text-info', icon: null },
  attention: { className: 'bg-failed-soft text-failed', icon: CircleAlert },
  yolk: { className: 'bg-yolk text-yolk-ink', icon: Clock },
};

interface ChipProps {
  tone: ChipTone;
  icon?: LucideIcon | null;
  children: ReactNode;
}

/** A chip with icon and text, so that colour is never the only sign. */
export function Chip({ tone, icon, children }: ChipProps) {
  const style = styles[tone];
  const Icon = icon === undefined ? style.icon : icon;
  return (
    <span
      className={cx(
        'inline-flex min-h-6 max-w-full items-center gap-1 rounded-chip px-2 text-micro font-semibold',
        style.className,
      )}
    >
      {Icon && <Icon className="size-3.5 shrink-0" strokeWidth={2.4} aria-hidden="true" />}
      {children}
    </span>
  );
}

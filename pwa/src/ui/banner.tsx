import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx';

export type BannerTone = 'info' | 'pending' | 'failed' | 'strip' | 'success';

const grounds: Record<BannerTone, { box: string; icon: string }> = {
  info: { box: 'bg-info-soft text-ink', icon: 'text-info' },
  pending: { box: 'bg-pending-soft text-ink', icon: 'text-pending' },
  failed: { box: 'bg-failed-soft text-ink', icon: 'text-failed' },
  success: { box: 'bg-in-soft text-ink', icon: 'text-in' },
  strip: { box: 'bg-strip text-strip-ink', icon: '' },
};

interface BannerProps {
  tone: BannerTone;
  icon: LucideIcon;
  children: ReactNode;
  action?: ReactNode;
  /** Lets screen readers announce the banner when it appears; an alert interrupts them. */
  role?: 'status' | 'alert';
}

export function Banner({ tone, icon: Icon, children, action, role }: BannerProps) {
  const ground = grounds[tone];
  return (
    <div
      role={role}
      className={cx('flex flex-wrap items-center gap-3 rounded-field px-4 py-3 text-small', ground.box)}
    >
      <Icon className={cx('size-5 shrink-0', ground.icon)} aria-hidden="true" />
      <div className="min-w-0 flex-[1_1_8em]">{children}</div>
      {action}
    </div>
  );
}

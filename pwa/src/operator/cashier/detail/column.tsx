import type { ReactNode } from 'react';
import { cx } from '@/ui/cx';

interface ColumnProps {
  label: string;
  head: ReactNode;
  children: ReactNode;
  footer?: ReactNode;
  className?: string;
}

/** The column on the right, 420 px wide: a header, the details, and the actions, which stay visible. */
export function Column({ label, head, children, footer, className }: ColumnProps) {
  return (
    <aside
      aria-label={label}
      data-testid="detail"
      className={cx(
        'flex w-[420px] shrink-0 flex-col border-l border-line bg-surface max-md:w-full max-md:border-0',
        className,
      )}
    >
      <header className="flex min-h-18 shrink-0 items-center gap-2 px-5 max-md:flex-wrap max-md:gap-y-1 pt-3 pb-1">
        {head}
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-1 pb-5">{children}</div>
      {footer && (
        <div className="shrink-0 border-t border-line px-5 pt-3 pb-[max(16px,env(safe-area-inset-bottom))]">
          {footer}
        </div>
      )}
    </aside>
  );
}

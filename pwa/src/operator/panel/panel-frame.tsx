import { X } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { IconButton } from '@/ui/icon-button';
import { useBackLayer } from '@/ui/layers';
import { useTexts } from '../i18n';
import { Keys } from '../ui/kbd';
import { closePanel } from './open-panel';

interface PanelFrameProps {
  title: string;
  children: ReactNode;
  /** The main button, always visible. */
  footer?: ReactNode;
}

/**
 * The column on the right, 420 px wide. On a narrow screen it covers a part of the page, on a phone all of
 * it.
 */
export function PanelFrame({ title, children, footer }: PanelFrameProps) {
  const { t } = useTexts();
  const ref = useRef<HTMLElement>(null);
  useBackLayer(true, closePanel);
  // Focused when opened; Escape closes it.
  useEffect(() => ref.current?.focus({ preventScroll: true }), [title]);
  return (
    <aside
      ref={ref}
      tabIndex={-1}
      data-panel=""
      aria-label={title}
      className="flex w-[420px] shrink-0 flex-col border-l border-line bg-bg max-[1179px]:fixed max-[1179px]:inset-y-0 max-[1179px]:right-0 max-[1179px]:z-30 max-[1179px]:shadow-e3 max-md:w-full max-md:border-0"
    >
      <header className="flex shrink-0 items-center gap-2 py-2.5 pr-2 pl-5">
        <h2 className="min-w-0 flex-1 text-h3 font-semibold">{title}</h2>
        <Keys of="back" />
        <IconButton icon={X} label={t('panel.close')} onClick={closePanel} className="text-ink-2" />
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pt-1 pb-5">{children}</div>
      {footer && (
        <div className="shrink-0 border-t border-line bg-surface px-5 pt-3 pb-[max(12px,env(safe-area-inset-bottom))]">
          {footer}
        </div>
      )}
    </aside>
  );
}

import { Drawer } from '@base-ui/react/drawer';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './icon-button';

interface TallSheetPageProps {
  title: string;
  /** The text under the title. */
  note: ReactNode;
  lead: ReactNode;
  /** Fills the remaining height, and scrolls separately. */
  children: ReactNode;
  /** Stays directly above the keyboard. */
  footer: ReactNode;
}

/**
 * The content of a full-height sheet, which begins 56 px below the screen's top. Only a swipe on its header
 * closes it. The rest scrolls, and pulling its top down must not close the sheet.
 */
export function TallSheetPage({ title, note, lead, children, footer }: TallSheetPageProps) {
  const { t } = useTranslation('ui');
  return (
    <>
      <div
        data-tall=""
        className="relative flex shrink-0 items-center gap-3 border-b border-line px-4 pt-5 pb-3"
      >
        <span
          className="absolute top-2.5 left-1/2 h-1 w-10 -translate-x-1/2 rounded-full bg-control/60 md:hidden"
          aria-hidden="true"
        />
        {lead}
        <div className="min-w-0 flex-1">
          <Drawer.Title className="py-0.5 text-h3 font-semibold">
            <bdi>{title}</bdi>
          </Drawer.Title>
          <div className="text-small text-ink-2">{note}</div>
        </div>
        <Drawer.Close
          render={<IconButton icon={ChevronDown} label={t('close')} className="-mr-2 text-ink-2" />}
        />
      </div>
      <div data-base-ui-swipe-ignore="" className="flex min-h-0 flex-1 flex-col">
        {children}
      </div>
      <div
        data-base-ui-swipe-ignore=""
        className="shrink-0 border-t border-line bg-surface pb-[calc(env(safe-area-inset-bottom)+var(--drawer-keyboard-inset,0px))] md:rounded-b-sheet"
      >
        {footer}
      </div>
    </>
  );
}

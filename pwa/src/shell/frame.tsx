import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dock } from './dock';
import { OfflineStrip } from './offline-strip';

/** What both shells share: one column, the strip above it, the bar with its dock below. */
export function Frame({
  bar,
  guest = false,
  children,
}: {
  bar: ReactNode;
  guest?: boolean;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  return (
    <>
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-field bg-brand px-4 py-2 font-semibold text-brand-ink focus:translate-y-0"
      >
        {t('nav.skip')}
      </a>
      <div className="sticky top-0 z-10 bg-bg pt-[env(safe-area-inset-top)]">
        <OfflineStrip guest={guest} />
      </div>
      {children}
      <Dock />
      {bar}
    </>
  );
}

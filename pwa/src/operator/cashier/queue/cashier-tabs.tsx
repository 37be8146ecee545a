import { cx } from '@/ui/cx';
import { useTexts } from '../../i18n';
import { useCount } from '../../frame/counts';
import { openSection, useSection } from '../../router';
import type { Section } from '../../session';

/** Tabs for the queue and the proposals. */
export function CashierTabs() {
  const { t } = useTexts();
  const section = useSection();
  const [waiting, proposalsWaiting] = [useCount('queue'), useCount('proposals')];
  const tab = (id: Section, name: string, count: number) => (
    <button
      key={id}
      type="button"
      aria-current={section === id ? 'page' : undefined}
      onClick={() => void openSection(id)}
      className={cx(
        'press tap min-h-9 rounded-[12px] px-3 whitespace-nowrap shadow-e1',
        section === id ? 'bg-ink font-semibold text-bg' : 'bg-surface font-medium',
      )}
    >
      {name} {count > 0 && count}
    </button>
  );
  return (
    <nav aria-label={t('cash.tabs')} className="flex gap-2 px-5 pt-2.5 pb-3">
      {tab('queue', t('cash.tab.queue'), waiting)}
      {tab('proposals', t('work.pairs'), proposalsWaiting)}
    </nav>
  );
}

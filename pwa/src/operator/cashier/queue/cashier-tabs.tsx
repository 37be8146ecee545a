import { cx } from '@/ui/cx';
import { useWords } from '../../i18n';
import { openSection, useSection, type Section } from '../../place';
import { usePart } from '@/data/kit/use-store';
import { pairs, queue } from '../boards';

/** The queue, and what needs two people. */
export function CashierTabs() {
  const { say } = useWords();
  const section = useSection();
  const waiting = useWaiting();
  const pairsWaiting = usePairsWaiting();
  const tab = (id: Section, name: string, count: number) => (
    <button
      key={id}
      type="button"
      aria-current={section === id ? 'page' : undefined}
      onClick={() => openSection(id)}
      className={cx(
        'press tap min-h-9 rounded-[12px] px-3 whitespace-nowrap shadow-e1',
        section === id ? 'bg-ink font-semibold text-bg' : 'bg-surface font-medium',
      )}
    >
      {name} {count > 0 && count}
    </button>
  );
  return (
    <nav aria-label={say('cash.tabs')} className="flex gap-2 px-5 pt-2.5 pb-3">
      {tab('queue', say('cash.tab.queue'), waiting)}
      {tab('pairs', say('cash.tab.pairs'), pairsWaiting)}
    </nav>
  );
}

/** How many wait, without what has ended under the cursor. */
export function useWaiting(): number {
  return usePart(queue.store, ({ list }) => list.rows.length - list.ended.size);
}

export function usePairsWaiting(): number {
  return usePart(pairs.store, ({ list }) => list.rows.length - list.ended.size);
}

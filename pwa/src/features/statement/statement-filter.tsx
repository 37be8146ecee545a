import { CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filter, Totals } from '@/data/domains/statement/filter';
import { kinds, type StatementKind } from '@/data/domains/statement/kinds';
import '@/i18n/statement-texts';
import { Banner } from '@/ui/banner';
import { cx } from '@/ui/cx';
import { formatMoney } from '@/ui/format/money';
import { Segmented } from '@/ui/segmented';
import { MonthChoice } from './month-choice';

interface StatementFilterProps {
  filter: Filter;
  onChange: (filter: Filter) => void;
  /** The totals of the filtered lines. */
  totals: ReactNode;
}

/** Filters by kind and month. */
export function StatementFilter({ filter, onChange, totals }: StatementFilterProps) {
  const { t } = useTranslation('statement');
  const all = { value: 'all', label: t('filter.all') } as const;
  const options = [all, ...kinds.map((kind) => ({ value: kind, label: t(`filter.${kind}`) }))];
  return (
    <div className="mb-3 space-y-2">
      <Segmented<StatementKind | 'all'>
        label={t('filter.label')}
        options={options}
        value={filter.kind ?? 'all'}
        onChange={(kind) => onChange({ ...filter, kind: kind === 'all' ? undefined : kind })}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <MonthChoice value={filter.month} onChange={(month) => onChange({ ...filter, month })} />
        {totals}
      </div>
    </div>
  );
}

interface FilterTotalsProps {
  filter: Filter;
  /** Undefined if the totals cannot be loaded now. */
  totals: readonly Totals[] | undefined;
  currency: string;
  offline: boolean;
}

/**
 * Shows the totals in and out, or why they are unknown. Money moved between wallet and games counts as
 * neither.
 */
export function FilterTotals({ filter, totals, currency, offline }: FilterTotalsProps) {
  const { t } = useTranslation('statement');
  const { t: ui } = useTranslation('ui');
  if (offline) {
    return (
      <div className="w-full">
        <Banner tone="info" icon={CloudOff}>
          {t(filter.kind === 'transfer' ? 'keptOnly' : 'kept')}
        </Banner>
      </div>
    );
  }
  if (filter.kind === 'transfer') return null;
  const own = totals?.find((each) => each.currency === currency);
  const figures = [
    { name: 'in', value: own?.in ?? 0, shown: filter.kind !== 'withdraw' },
    { name: 'out', value: own?.out ?? 0, shown: filter.kind === undefined || filter.kind === 'withdraw' },
  ] as const;
  return (
    <dl
      className="ml-auto flex min-h-12 flex-wrap justify-end gap-x-5 gap-y-1 px-1 text-right"
      aria-busy={totals === undefined}
    >
      {figures.map(
        ({ name, value, shown }) =>
          shown && (
            <div key={name}>
              <dt className="text-small text-ink-2">{t(`totals.${name}`)}</dt>
              <dd className={cx('font-semibold', name === 'in' && value > 0 && 'text-in')}>
                {totals === undefined ? '…' : formatMoney(value)}
                <span className="text-small font-normal text-ink-2">
                  {' '}
                  {ui(`unit.${currency === 'LAK' ? 'LAK' : 'BAHT'}`)}
                </span>
              </dd>
            </div>
          ),
      )}
    </dl>
  );
}

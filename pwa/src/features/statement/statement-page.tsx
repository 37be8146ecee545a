import { RefreshCw, Upload } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '@/data/engine/outbox/use-queue';
import { useWaitingSlips } from '@/data/domains/slip/use-waiting-slips';
import { PAGE_SIZE } from '@/data/engine/lists/lists';
import { refreshList } from '@/data/engine/pages/pages';
import { useCurrency } from '@/data/domains/wallet/use-home';
import { isFiltered, isOfKind, refreshFiltered, type Filter } from '@/data/domains/statement/filter';
import { monthOf } from '@/data/domains/statement/months';
import { useStatement } from '@/data/domains/statement/use-statement';
import '@/i18n/statement-texts';
import { BalanceLine } from '@/money/balance-line';
import { showSheet } from '@/nav/sheets';
import { AsOf } from '@/ui/as-of';
import { Button } from '@/ui/button';
import { cx } from '@/ui/cx';
import { EmptyState } from '@/ui/empty-state';
import { PageTitle } from '@/ui/heading';
import { IconButton } from '@/ui/icon-button';
import { Pagination } from '@/ui/pagination';
import { SkeletonRows } from '@/ui/skeleton';
import { StatementDays } from './statement-days';
import { FilterTotals, StatementFilter } from './statement-filter';
import type { LineLink } from './statement-line';

interface StatementPageProps {
  page: number;
  filter: Filter;
  onFilter: (filter: Filter) => void;
  link: LineLink;
  /** Id of the line that a link led to. */
  marked?: string;
  /**
   * Called with the number of another page. `instead` replaces the history entry, if the current page does
   * not exist.
   */
  onPage: (page: number, instead?: boolean) => void;
}

export function StatementPage({ page, filter, onFilter, link, marked, onPage }: StatementPageProps) {
  const { t } = useTranslation('statement');
  const { data, asOf, loading } = useStatement(page, filter);
  const { offline } = useConnection();
  const lines = data?.rows ?? [];
  const waiting = useWaitingSlips().filter(({ createdAt }) => matchesFilter(filter, createdAt));
  const currency = useCurrency();
  // Slips in review are always on the first page, whatever their day, because members look for what is
  // pending.
  const slips = page === 1 ? waiting : [];
  const hasSome = lines.length + slips.length > 0;
  const pages = Math.ceil((data?.total ?? 0) / PAGE_SIZE);
  const isBeyond = pages > 0 && page > pages && !loading;
  const showLastPage = useEffectEvent(() => onPage(pages, true));
  useEffect(() => {
    if (isBeyond) showLastPage();
  }, [isBeyond]);
  return (
    <>
      <PageTitle
        action={
          // The slip verifier cannot check slips of Lao banks.
          currency !== 'LAK' && (
            <Button variant="tonal" icon={Upload} onClick={() => showSheet('slips')}>
              {t('uploadSlip')}
            </Button>
          )
        }
      >
        {t('title')}
      </PageTitle>
      <BalanceLine className="-mt-2 pb-3 pl-1" />
      <StatementFilter
        filter={filter}
        onChange={onFilter}
        totals={
          isFiltered(filter) && (
            <FilterTotals filter={filter} totals={data?.totals} currency={currency} offline={offline} />
          )
        }
      />
      {hasSome && (
        <StatementDays
          lines={lines}
          slips={slips}
          marked={marked}
          link={link}
          onCancel={(id) => showSheet('cancel-withdrawal', { line: id })}
          aside={<Age page={page} filter={filter} asOf={asOf} />}
        />
      )}
      {!hasSome && loading && <SkeletonRows rows={5} />}
      {!hasSome && !loading && (
        <NoLines
          known={data !== undefined && data.total === 0}
          onAll={isFiltered(filter) ? () => onFilter({}) : undefined}
        />
      )}
      <div className="pt-4">
        <Pagination page={page} pages={pages} onChange={(next) => onPage(next)} />
      </div>
    </>
  );
}

/** Returns whether a slip in review matches the filter. A slip counts as a deposit. */
function matchesFilter({ kind, month }: Filter, createdAt: string): boolean {
  return isOfKind(kind, 'deposit') && (month === undefined || monthOf(createdAt) === month);
}

/** The age of the list, and the button to refresh it. */
function Age({ page, filter, asOf }: { page: number; filter: Filter; asOf: Date | null }) {
  const { t } = useTranslation('statement');
  const { offline } = useConnection();
  const [busy, setBusy] = useState(false);
  const refresh = async () => {
    setBusy(true);
    await (isFiltered(filter) ? refreshFiltered(filter, page) : refreshList('statement', page));
    setBusy(false);
  };
  return (
    <span className="-my-3 flex items-center gap-1">
      <AsOf at={asOf} offline={offline} />
      <IconButton
        icon={RefreshCw}
        label={t('refresh')}
        aria-busy={busy}
        onClick={() => void refresh()}
        iconClass={cx('size-4.5', busy && 'late-turn')}
        className="-mr-3 text-brand-text"
      />
    </span>
  );
}

/** Shows an empty history, or a page that was never loaded. */
function NoLines({ known, onAll }: { known: boolean; onAll: (() => void) | undefined }) {
  const { t } = useTranslation('statement');
  if (known && onAll) {
    return (
      <EmptyState
        title={t('none')}
        action={
          <Button variant="tonal" onClick={onAll}>
            {t('showAll')}
          </Button>
        }
      >
        {t('noneText')}
      </EmptyState>
    );
  }
  if (!known) return <EmptyState title={t('offline')}>{t('offlineText')}</EmptyState>;
  return (
    <EmptyState
      title={t('empty')}
      action={<Button onClick={() => showSheet('deposit')}>{t('deposit')}</Button>}
    >
      {t('emptyText')}
    </EmptyState>
  );
}

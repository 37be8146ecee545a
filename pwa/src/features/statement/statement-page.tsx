import { RefreshCw, Upload } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConnection } from '@/data/hooks/useConnection';
import { useWaitingSlips } from '@/data/hooks/useWaitingSlips';
import { lists } from '@/data/lists/lists';
import { refreshList } from '@/data/lists/pages';
import { useList } from '@/data/lists/useList';
import '@/i18n/statement-texts';
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

interface StatementPageProps {
  page: number;
  /** The line that the way here was about. */
  marked?: string;
  /** `instead` where the page left behind was none. */
  onPage: (page: number, instead?: boolean) => void;
}

export function StatementPage({ page, marked, onPage }: StatementPageProps) {
  const { t } = useTranslation('statement');
  const { data, asOf, loading } = useList('statement', page);
  const lines = data?.rows ?? [];
  const waiting = useWaitingSlips();
  // On the first page, wherever their day is: what waits is what one looks for.
  const slips = page === 1 ? waiting : [];
  const hasSome = lines.length + slips.length > 0;
  const pages = Math.ceil((data?.total ?? 0) / lists.statement.pageSize);
  const isBeyond = pages > 0 && page > pages && !loading;
  const turnBack = useEffectEvent(() => onPage(pages, true));
  useEffect(() => {
    if (isBeyond) turnBack();
  }, [isBeyond]);
  return (
    <>
      <PageTitle
        action={
          <Button variant="tonal" icon={Upload} onClick={() => showSheet('slips')}>
            {t('uploadSlip')}
          </Button>
        }
      >
        {t('title')}
      </PageTitle>
      {hasSome && (
        <StatementDays
          lines={lines}
          slips={slips}
          marked={marked}
          onCancel={(id) => showSheet('cancel-withdrawal', { line: id })}
          aside={<Age page={page} asOf={asOf} />}
        />
      )}
      {!hasSome && loading && <SkeletonRows rows={5} />}
      {!hasSome && !loading && <Nothing known={data !== undefined && data.total === 0} />}
      <div className="pt-4">
        <Pagination page={page} pages={pages} onChange={(next) => onPage(next)} />
      </div>
    </>
  );
}

/** How old the list is, and the way to a younger one. */
function Age({ page, asOf }: { page: number; asOf: Date | null }) {
  const { t } = useTranslation('statement');
  const { offline } = useConnection();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    await refreshList('statement', page);
    setBusy(false);
  };
  return (
    <span className="-my-3 flex items-center gap-1">
      <AsOf at={asOf} offline={offline} />
      <IconButton
        icon={RefreshCw}
        label={t('refresh')}
        aria-busy={busy}
        onClick={() => void run()}
        iconClass={cx('size-4.5', busy && 'late-turn')}
        className="-mr-3 text-brand-text"
      />
    </span>
  );
}

/** An empty history is one thing, a page that was never loaded another. */
function Nothing({ known }: { known: boolean }) {
  const { t } = useTranslation('statement');
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

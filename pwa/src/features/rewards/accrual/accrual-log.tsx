import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListPage } from '@/data/engine/pages/pages';
import { StitchedCard } from '@/ui/card';
import { EmptyState } from '@/ui/empty-state';
import { SectionTitle } from '@/ui/heading';
import { Pagination } from '@/ui/pagination';
import { SkeletonRows } from '@/ui/skeleton';

const PAGE_SIZE = 10;

interface LogProps<Row> {
  title: string;
  empty: string;
  emptyText: string;
  /** Returns one page of the list from the phone. */
  usePage: (page: number) => { data?: ListPage<Row>; loading: boolean };
  children: (row: Row) => ReactNode;
}

/** Shows a list with ten rows a page. */
export function AccrualLog<Row extends { _id: string }>({
  title,
  empty,
  emptyText,
  usePage,
  children,
}: LogProps<Row>) {
  const { t } = useTranslation('accrual');
  const [page, setPage] = useState(1);
  const { data, loading } = usePage(page);
  return (
    <section>
      <SectionTitle>{title}</SectionTitle>
      {!data && loading && <SkeletonRows rows={3} />}
      {!data && !loading && <EmptyState title={t('missing')}>{t('missingText')}</EmptyState>}
      {data?.rows.length === 0 && page === 1 && <EmptyState title={empty}>{emptyText}</EmptyState>}
      {data && data.rows.length > 0 && (
        <StitchedCard as="ul">
          {data.rows.map((row) => (
            <div key={row._id}>{children(row)}</div>
          ))}
        </StitchedCard>
      )}
      {data && (
        <div className="mt-3">
          <Pagination page={page} pages={Math.ceil(data.total / PAGE_SIZE)} onChange={setPage} />
        </div>
      )}
    </section>
  );
}

interface LogRowProps {
  name: string;
  time: string;
  amount: string;
  note?: string;
}

export function AccrualLogRow({ name, time, amount, note }: LogRowProps) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-4 py-3">
      <div className="min-w-0 flex-[1_1_8em]">
        <p className="font-medium break-words">
          <bdi>{name}</bdi>
        </p>
        <p className="text-small text-ink-2">{time}</p>
      </div>
      <p className={`ml-auto font-semibold whitespace-nowrap ${note ? 'text-ink-2' : 'text-in'}`}>{amount}</p>
      {note && <p className="w-full text-small text-ink-2">{note}</p>}
    </div>
  );
}

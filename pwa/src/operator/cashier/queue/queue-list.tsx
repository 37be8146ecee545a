import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '@/ui/cx';
import { formatDateTime } from '@/ui/format/time';
import { Skeleton } from '@/ui/skeleton';
import { useTexts } from '../../i18n';
import { KeyHints } from '../../ui/key-hints';
import { ListFailed } from '../../ui/list-failed';
import { SmallButton } from '../../ui/small-button';
import { useStore } from '@/data/kit/use-store';
import { useNow } from '../../ui/use-now';
import { MemberSearch } from '../member/member-search';
import { rowOutcome, currentItem, type BoardState } from '../board';
import { showMember, memberBoard, refreshLists, showMore } from '../boards';
import { amountText } from '../money';
import { CashierTabs } from './cashier-tabs';
import { KindFilter } from './kind-filter';
import { QueueRow } from './queue-row';
import { WaitBanner } from './wait-banner';

interface QueueListProps {
  /** Shown above the title, if there is no rail. */
  top: ReactNode;
  state: BoardState;
  className?: string;
}

/** Items that wait for operators: their number, the rows, and the search for a member. */
export function QueueList({ top, state: board, className }: QueueListProps) {
  const { list, state } = board;
  const pausedPayouts = list.rows.find(({ kind }) => kind === 'PAYOUTS');
  return (
    <section
      aria-labelledby="queue-title"
      className={cx('flex min-h-0 min-w-0 flex-1 flex-col bg-bg max-md:overflow-y-auto', className)}
    >
      <div className="shrink-0 max-md:sticky max-md:top-0 max-md:z-10">{top}</div>
      <Head board={board} />
      <CashierTabs />
      <KindFilter />
      {pausedPayouts && <WaitBanner wait={pausedPayouts} />}
      <div
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-4 max-md:flex-none max-md:overflow-visible"
        data-testid="queue"
      >
        {list.rows.length > 0 && <Rows board={board} />}
        {list.rows.length === 0 && state === 'loading' && <Loading />}
        {list.rows.length === 0 && state === 'ready' && <Empty />}
        {list.rows.length === 0 && state === 'failed' && <ListFailed onRetry={refreshLists} />}
      </div>
      <KeyHints keys={['move', 'accept', 'refuse', 'find', 'back']}>
        <Clock />
      </KeyHints>
    </section>
  );
}

interface QueueProps {
  board: BoardState;
}

/** The number and sum of waiting items, and the search for a member. */
function Head({ board }: QueueProps) {
  const { list, state, more } = board;
  const { t } = useTexts();
  const waitingRows = list.rows.filter(({ key }) => !list.ended.has(key));
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-2.5 px-5 pt-4">
      <div className="min-w-40 flex-1">
        <h1 id="queue-title" className="text-h2 font-bold">
          {t('work.queue')}
        </h1>
        <p className="text-ink-2" aria-live="polite">
          {state === 'ready' && t(more ? 'cash.countsMore' : 'cash.counts', { count: waitingRows.length })}
          {waitingRows.length > 0 && ` · ${sumText(waitingRows)}`}
        </p>
      </div>
      <MemberSearch
        label={t('cash.find')}
        onPick={({ _id }) => void showMember(_id)}
        className="w-72 max-md:w-full"
        isQuiet
        isOfPage
      />
    </div>
  );
}

/** The rows below the column headings. */
function Rows({ board }: QueueProps) {
  // A looked-up member is shown instead of the open row.
  const isMemberShown = currentItem(useStore(memberBoard.store)) !== undefined;
  const { list, actions, more } = board;
  const { t } = useTexts();
  return (
    <div className="overflow-clip rounded-card bg-surface shadow-e1">
      <p
        aria-hidden="true"
        className="flex min-h-9 items-center gap-3 border-b border-line px-4 text-micro font-medium text-ink-2 max-md:hidden"
      >
        <span className="w-24 shrink-0">{t('cash.column.wait')}</span>
        <span className="w-43 shrink-0 max-[1100px]:flex-1">{t('cash.column.kind')}</span>
        <span className="min-w-0 flex-1 max-[1100px]:hidden">{t('cash.column.member')}</span>
        <span className="shrink-0">{t('cash.column.amount')}</span>
      </p>
      <ul aria-label={t('cash.list')}>
        {list.rows.map((row) => (
          <QueueRow
            key={row.key}
            row={row}
            isOpen={row.key === list.cursor && !isMemberShown}
            outcome={rowOutcome(board, row.key)}
            action={actions.get(row.key)}
          />
        ))}
      </ul>
      {more && (
        <SmallButton tone="quiet" className="mx-auto my-2" onClick={() => showMore('queuePages')}>
          {t('cash.more')}
        </SmallButton>
      )}
    </div>
  );
}

/** Returns the sums as text, one per currency. */
function sumText(rows: { satang: number | null; currency: string }[]): string {
  const sums = new Map<string, number>();
  for (const { satang, currency } of rows) sums.set(currency, (sums.get(currency) ?? 0) + (satang ?? 0));
  return [...sums].map(([currency, satang]) => amountText(satang, currency)).join(' · ');
}

function Clock() {
  return <span>{formatDateTime(useNow()).slice(11)}</span>;
}

function Loading() {
  return (
    <div className="late overflow-clip rounded-card bg-surface shadow-e1" aria-hidden="true">
      {[1, 2, 3, 4].map((row) => (
        <div key={row} className="flex h-13.5 items-center gap-6 border-b border-line px-4 last:border-0">
          <Skeleton className="h-3 w-14 rounded-full" />
          <Skeleton className={cx('h-3 rounded-full', row % 2 ? 'w-36' : 'w-28')} />
          <span className="flex-1" />
          <Skeleton className="h-3 w-20 rounded-full" />
        </div>
      ))}
    </div>
  );
}

function Empty() {
  const { t } = useTexts();
  return (
    <div className="flex flex-col items-center rounded-card bg-surface px-6 py-12 text-center shadow-e1">
      <CircleCheck className="size-9 text-in" strokeWidth={1.9} aria-hidden="true" />
      <h2 className="mt-3 text-h3 font-semibold">{t('cash.none.title')}</h2>
      <p className="text-ink-2">{t('cash.none.text')}</p>
    </div>
  );
}

import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '@/ui/cx';
import { Skeleton } from '@/ui/skeleton';
import { useTexts } from '../../i18n';
import { WaitTime } from '../../inbox/wait';
import { KeyHints } from '../../ui/key-hints';
import { SmallButton } from '../../ui/small-button';
import type { BoardState } from '../board';
import { showMember, proposalBoard, showMore } from '../boards';
import { briefAmount } from '../money';
import { CashierTabs } from '../queue/cashier-tabs';
import { KindIcon } from '../queue/kind-icon';
import type { CashierItem } from '../wire';
import { kindName } from '../texts';

interface ProposalsListProps {
  top: ReactNode;
  me: string;
  state: BoardState;
  onNew: () => void;
  className?: string;
}

/** Lists the proposals that wait for a second operator, with the button for a new proposal. */
export function ProposalsList({
  top,
  me,
  state: { list, state, more },
  onNew,
  className,
}: ProposalsListProps) {
  const { t } = useTexts();
  return (
    <section
      aria-labelledby="pairs-title"
      className={cx('flex min-h-0 min-w-0 flex-1 flex-col bg-bg max-md:overflow-y-auto', className)}
    >
      <div className="shrink-0 max-md:sticky max-md:top-0 max-md:z-10">{top}</div>
      <Head onNew={onNew} />
      <CashierTabs />
      <div
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-4 max-md:flex-none max-md:overflow-visible"
        data-testid="pairs"
      >
        {list.rows.length > 0 && (
          <ul aria-label={t('cash.pairs.list')} className="overflow-clip rounded-card bg-surface shadow-e1">
            {list.rows.map((row) => (
              <Row
                key={row.key}
                row={row}
                me={me}
                isOpen={row.key === list.cursor}
                isEnded={list.ended.has(row.key)}
              />
            ))}
          </ul>
        )}
        {more && (
          <SmallButton tone="quiet" className="mx-auto my-2" onClick={() => showMore('proposalPages')}>
            {t('cash.more')}
          </SmallButton>
        )}
        {list.rows.length === 0 && <NoRows state={state} />}
      </div>
      <KeyHints keys={['move', 'accept', 'refuse', 'find']} />
    </section>
  );
}

function Head({ onNew }: Pick<ProposalsListProps, 'onNew'>) {
  const { t } = useTexts();
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-5 pt-4">
      <div>
        <h1 id="pairs-title" className="text-h2 font-bold">
          {t('work.pairs')}
        </h1>
        <p className="text-ink-2">{t('cash.pairs.text')}</p>
      </div>
      <SmallButton
        icon={Plus}
        tone="brand"
        onClick={() => {
          void showMember(null);
          proposalBoard.goTo(null);
          onNew();
        }}
      >
        {t('cash.pairs.new')}
      </SmallButton>
    </div>
  );
}

function NoRows({ state }: Pick<BoardState, 'state'>) {
  const { t } = useTexts();
  if (state === 'loading') return <Skeleton className="late h-27 rounded-card" />;
  if (state === 'ready') {
    return (
      <p className="rounded-card bg-surface px-6 py-10 text-center text-ink-2 shadow-e1">
        {t('cash.pairs.none')}
      </p>
    );
  }
  return (
    <p role="alert" className="px-6 py-10 text-center text-ink-2">
      {t('inbox.failed')}
    </p>
  );
}

/** Shows one proposal: its time, the member, its kind, the proposer, and the amount. */
function Row({
  row,
  me,
  isOpen,
  isEnded,
}: {
  row: CashierItem;
  me: string;
  isOpen: boolean;
  isEnded: boolean;
}) {
  const { t } = useTexts();
  const { key, member, note: proposer, since, satang, currency, reference, facts } = row;
  const sign = facts.some(({ value }) => value === 'take') ? '−' : '+';
  return (
    <li className="border-b border-line first:*:rounded-t-card last:border-0 last:*:rounded-b-card">
      <button
        type="button"
        data-row={key}
        aria-current={isOpen || undefined}
        onClick={() => {
          void showMember(null);
          proposalBoard.goTo(key);
        }}
        className={cx(
          'relative flex min-h-13.5 w-full items-center gap-3 px-4 py-1 text-left -outline-offset-2 max-md:flex-wrap max-md:gap-y-0.5 max-md:py-2',
          isOpen ? 'bg-brand-soft' : 'hover:bg-sunken',
        )}
      >
        {isOpen && <span className="absolute inset-y-0 left-0 w-1 bg-brand" aria-hidden="true" />}
        <span className="flex w-24 shrink-0 max-md:order-last max-md:w-full max-md:pl-8">
          {isEnded ? (
            <span className="text-micro font-semibold text-ink-2">{t('cash.pairs.over')}</span>
          ) : (
            <WaitTime since={since} />
          )}
        </span>
        <KindIcon item={row} />
        <span className="min-w-0 flex-1">
          <span className="block truncate py-px leading-5 font-semibold max-md:whitespace-normal">
            <bdi>{member?.accountName ?? kindName(row)}</bdi>
          </span>
          <span
            className={cx(
              'block truncate py-px text-micro max-md:whitespace-normal',
              isOpen ? 'text-ink' : 'text-ink-2',
            )}
          >
            {member && `${kindName(row)} · `}
            {proposer === me ? t('cash.pairs.mine') : t('cash.pairs.by', { name: proposer })}
          </span>
        </span>
        <span className={cx('shrink-0 text-right font-semibold', isEnded && 'text-ink-3')}>
          {satang === null
            ? reference
            : `${row.reason === 'ADJUSTMENT' ? sign : ''}${briefAmount(satang, currency)}`}
        </span>
      </button>
    </li>
  );
}

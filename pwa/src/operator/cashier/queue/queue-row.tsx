import { Check, UserX, X } from 'lucide-react';
import { memo } from 'react';
import { cx } from '@/ui/cx';
import { Spinner } from '@/ui/spinner';
import { useTexts } from '../../i18n';
import { WaitTime } from '../../inbox/wait';
import type { ActionState } from '../board';
import { showMember, queueBoard } from '../boards';
import { briefAmount } from '../money';
import type { CashierItem } from '../wire';
import { kindName, reasonShort } from '../texts';
import { KindIcon } from './kind-icon';
import type { RowOutcome } from './list';

interface QueueRowProps {
  row: CashierItem;
  isOpen: boolean;
  outcome: RowOutcome | undefined;
  action: ActionState | undefined;
}

/** Shows one item: its waiting time, kind, member and amount. */
export const QueueRow = memo(function QueueRow({ row, isOpen, outcome, action }: QueueRowProps) {
  const { key, since } = row;
  const open = () => {
    void showMember(null);
    queueBoard.goTo(key);
  };
  return (
    <li className="border-b border-line last:border-0 last:*:rounded-b-card">
      <button
        type="button"
        data-row={key}
        aria-current={isOpen || undefined}
        onClick={open}
        className={cx(
          'relative flex min-h-13.5 w-full items-center gap-3 px-4 py-1 text-left -outline-offset-2 max-md:flex-wrap max-md:gap-y-0.5 max-md:py-2',
          isOpen ? 'bg-brand-soft' : 'hover:bg-sunken',
        )}
      >
        {isOpen && <span className="absolute inset-y-0 left-0 w-1 bg-brand" aria-hidden="true" />}
        <span className="flex w-24 shrink-0 max-md:order-last max-md:w-full max-md:pl-7.5">
          {outcome ? <EndedChip outcome={outcome} /> : <WaitTime since={since} />}
        </span>
        <RowKind {...{ row, isOpen, outcome }} />
        <RowMember {...{ row, isOpen }} />
        {action?.stage === 'busy' || action?.stage === 'slow' ? (
          <Spinner className="size-4 shrink-0" />
        ) : null}
        <RowAmount {...{ row, outcome }} />
      </button>
    </li>
  );
});

/**
 * Returns whether the item is about money. The item for paused payouts has neither a member nor an amount.
 */
function isMoney({ kind }: CashierItem): boolean {
  return kind !== 'PAYOUTS';
}

function RowKind({ row, isOpen, outcome }: Pick<QueueRowProps, 'row' | 'isOpen' | 'outcome'>) {
  return (
    <span className="flex w-43 min-w-0 shrink-0 items-center gap-2.5 max-[1100px]:flex-1">
      <KindIcon item={row} />
      <span className="min-w-0">
        <span className="block truncate py-px leading-5 font-semibold max-md:whitespace-normal">
          {kindName(row)}
        </span>
        <span
          className={cx(
            'block truncate py-px text-micro max-md:whitespace-normal',
            isOpen ? 'text-ink' : 'text-ink-2',
          )}
        >
          {/* An ended item no longer has a reason to wait. The space keeps the line's height. */}
          {outcome ? '\u00a0' : reasonShort(row)}
        </span>
      </span>
    </span>
  );
}

/** Shows the member's name and _id. For money without a known member, shows the note and the reference. */
function RowMember({ row, isOpen }: Pick<QueueRowProps, 'row' | 'isOpen'>) {
  const { t } = useTexts();
  const { member, note, reference } = row;
  const isKnown = (member?.accountName ?? note) !== '';
  return (
    <span className="min-w-0 flex-1 max-[1100px]:hidden">
      <span className={cx('block truncate py-px leading-5', !isKnown && 'text-ink-2')}>
        {isKnown ? <bdi>{member?.accountName ?? note}</bdi> : isMoney(row) && t('cash.nobody')}
      </span>
      <span className={cx('block truncate py-px text-micro', isOpen ? 'text-ink' : 'text-ink-2')}>
        <bdi>{member?._id ?? reference}</bdi>
      </span>
    </span>
  );
}

function RowAmount({ row, outcome }: Pick<QueueRowProps, 'row' | 'outcome'>) {
  const { t } = useTexts();
  const { satang, currency } = row;
  return (
    <span
      data-ended={outcome}
      className={cx('shrink-0 text-right text-body font-semibold', outcome && 'text-ink-2')}
    >
      {satang === null ? (
        <span className="text-small font-normal text-ink-2">{isMoney(row) && t('cash.noAmount')}</span>
      ) : (
        briefAmount(satang, currency)
      )}
    </span>
  );
}

function EndedChip({ outcome }: { outcome: RowOutcome }) {
  const { t } = useTexts();
  const Icon = outcome === 'gone' ? UserX : outcome === 'accepted' ? Check : X;
  return (
    <span className="flex items-center gap-1 text-micro font-semibold text-ink-2">
      <Icon className="size-3.5 shrink-0" strokeWidth={2.4} aria-hidden="true" />
      {t(`cash.endedShort.${outcome}`)}
    </span>
  );
}

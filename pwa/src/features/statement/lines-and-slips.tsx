import { ArrowDownToLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { StatementLine } from '@/data/api/types';
import type { SlipRow } from '@/data/storage/db';
import '@/i18n/statement-texts';
import { Chip } from '@/ui/chip';
import { formatMoney } from '@/ui/format/money';
import { formatClock } from '@/ui/format/time';
import { StatementRow } from './statement-row';
import { StatementLineRow, type LineLink } from './statement-line';

/** A statement line, or a slip that may become one. */
export type LineOrSlip = StatementLine | SlipRow;

/** Returns statement lines and slips in one list, newest first. */
export function mergeLinesAndSlips(lines: readonly StatementLine[], slips: readonly SlipRow[]): LineOrSlip[] {
  return [...lines, ...slips].sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}

export function keyOf(item: LineOrSlip): string {
  return '_id' in item ? item._id : item.clientId;
}

interface LineOrSlipRowProps {
  of: LineOrSlip;
  marked?: boolean;
  hidden?: boolean;
  link?: LineLink;
  onCancel?: (id: string) => void;
}

export function LineOrSlipRow({ of, ...rest }: LineOrSlipRowProps) {
  if ('_id' in of) return <StatementLineRow line={of} {...rest} />;
  return <SlipLine slip={of} hidden={rest.hidden} />;
}

/**
 * Shows a slip that a cashier checks. It is shown as pending, although it is unknown whether money has
 * arrived.
 */
function SlipLine({ slip, hidden }: { slip: SlipRow; hidden?: boolean }) {
  const { t } = useTranslation('statement');
  const amount = slip.amount === null ? '' : formatMoney(slip.amount);
  return (
    <StatementRow
      icon={ArrowDownToLine}
      tone="in"
      title={t('type.deposit')}
      about={t('slip')}
      amount={amount}
      hidden={hidden}
      time={formatClock(slip.createdAt)}
    >
      <p className="mt-1">
        <Chip tone="pending">{t('status.REVIEW')}</Chip>
      </p>
    </StatementRow>
  );
}

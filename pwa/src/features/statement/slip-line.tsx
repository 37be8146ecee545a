import { ArrowDownToLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SlipRow } from '@/data/db';
import { Chip } from '@/ui/chip';
import { formatMoney } from '@/ui/format/money';
import { formatClock } from '@/ui/format/time';
import { MovementRow } from './movement-row';

/** A slip that a cashier looks at: a line in progress, though no money is known to have come yet. */
export function SlipLine({ slip, hidden }: { slip: SlipRow; hidden?: boolean }) {
  const { t } = useTranslation('statement');
  const amount = slip.amount === null ? '' : formatMoney(slip.amount);
  return (
    <MovementRow
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
    </MovementRow>
  );
}

import { useTranslation } from 'react-i18next';
import type { CashLine } from '@/data/cash/types';
import { useEagerSync, useLine } from '@/data/cash/useLine';
import { dismiss } from '@/data/commands/send';
import { nameOf } from '@/data/commands/table';
import { codeText } from '@/i18n/error-text';
import { finishSheet } from '@/nav/finish';
import { Button } from '@/ui/button';
import { formatMoney } from '@/ui/format/money';
import { useSeen } from '@/ui/sheet';
import { ResultStep, type Outcome } from '@/ui/result-step';

const outcomes: Record<CashLine['status'], Outcome> = {
  SUCCESS: 'done',
  PENDING: 'pending',
  FAILED: 'failed',
};

/** The link is sent; its money is in the wallet, on its way, or was refused after all. */
export function GiftResult({ told }: { told: CashLine }) {
  const { t } = useTranslation('cash');
  const line = useLine(told._id, told) ?? told;
  useEagerSync(line.status === 'PENDING');
  useSeen(true, () => dismiss(nameOf('redeemGift')));
  const texts: Record<CashLine['status'], string> = {
    SUCCESS: t('gift.done', { amount: formatMoney(line.amount) }),
    PENDING: t('gift.pending'),
    FAILED: codeText(line.note ?? 'TRUELINK_INVALID'),
  };
  return (
    <ResultStep
      outcome={outcomes[line.status]}
      title={line.status === 'FAILED' ? texts.FAILED : t('gift.linkSendMsg')}
      footer={
        <Button block onClick={finishSheet}>
          {t('finish')}
        </Button>
      }
    >
      {line.status !== 'FAILED' && texts[line.status]}
    </ResultStep>
  );
}

import { useTranslation } from 'react-i18next';
import type { CashLine } from '@/data/domains/cash/types';
import { useFrequentSync, useLine } from '@/data/domains/statement/use-line';
import { dismissCommand } from '@/data/engine/commands/send';
import { nameOf } from '@/data/engine/commands/commands';
import { codeText } from '@/i18n/error-text';
import { finishSheet } from '@/nav/finish';
import { Button } from '@/ui/button';
import { formatMoney } from '@/ui/format/money';
import { useSeenOnClose } from '@/ui/sheet';
import { ResultStep, type Outcome } from '@/ui/result-step';

const outcomes: Record<CashLine['status'], Outcome> = {
  SUCCESS: 'done',
  PENDING: 'pending',
  FAILED: 'failed',
};

/** Shows the outcome of a gift link: credited, pending, or refused later by the provider. */
export function GiftResult({ firstLine }: { firstLine: CashLine }) {
  const { t } = useTranslation('cash');
  const line = useLine(firstLine._id, firstLine) ?? firstLine;
  useFrequentSync(line.status === 'PENDING');
  useSeenOnClose(true, () => dismissCommand(nameOf('redeemGift')));
  // The text about the member's money comes first, as the title.
  const texts: Record<CashLine['status'], [title: string, text?: string]> = {
    SUCCESS: [t('gift.done', { amount: formatMoney(line.amount) }), t('gift.linkSendMsg')],
    PENDING: [t('gift.linkSendMsg'), t('gift.pending')],
    FAILED: [codeText(line.note ?? 'TRUELINK_INVALID')],
  };
  const [title, text] = texts[line.status];
  return (
    <ResultStep
      outcome={outcomes[line.status]}
      title={title}
      footer={
        <Button block onClick={finishSheet}>
          {t('finish')}
        </Button>
      }
    >
      {text}
    </ResultStep>
  );
}

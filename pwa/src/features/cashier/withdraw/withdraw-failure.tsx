import { useTranslation } from 'react-i18next';
import { dismiss, type Command } from '@/data/commands/send';
import { nameOf } from '@/data/commands/table';
import { isAnswerLost, isApiError } from '@/data/api/errors';
import type { CashAnswer } from '@/data/cash/types';
import texts from '@/i18n/th/cash.json';
import { Alert } from '@/ui/alert';
import { useMoneyProblem } from '../money-words';

/** An alert titled with the reason; what to do about it beneath. */
export function WithdrawFailure({ money }: { money: Command<CashAnswer> }) {
  const { t } = useTranslation('cash');
  const problem = useMoneyProblem();
  const failed = money.at === 'failed' ? money.error : undefined;
  return (
    <Alert
      open={failed !== undefined}
      title={failed === undefined ? '' : problem(failed)}
      action={t('ok')}
      onClose={() => dismiss(nameOf('withdrawAll'))}
    >
      {t(`withdraw.why.${reasonOf(failed)}`)}
    </Alert>
  );
}

type Reason = keyof typeof texts.withdraw.why;

/** Where the outcome is not known, nothing may be said of where the money is. */
function reasonOf(error: unknown): Reason {
  if (!isApiError(error)) return 'other';
  if (isAnswerLost(error)) return error.extra.sent === false ? 'unsent' : 'unknown';
  return Object.hasOwn(texts.withdraw.why, error.code) ? (error.code as Reason) : 'other';
}

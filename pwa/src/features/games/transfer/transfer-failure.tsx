import { useTranslation } from 'react-i18next';
import { isResponseLost, isApiError } from '@/data/api/errors';
import type { CashResponse } from '@/data/domains/cash/types';
import { dismissCommand, type Command } from '@/data/engine/commands/send';
import texts from '@/i18n/th/games.json';
import { useMoneyProblem } from '@/money/money-texts';
import { Alert } from '@/ui/alert';
import { formatFieldAmount } from '@/ui/format/typed-amount';
import { satangOf } from '@/data/kit/satang';
import { TRANSFER } from './running-transfer';

/** Shows an alert with the reason as its title, and below it what the member can do. */
export function TransferFailure({ command }: { command: Command<CashResponse> }) {
  const { t } = useTranslation('games');
  const problem = useMoneyProblem();
  const failed = command.at === 'failed' ? command.error : undefined;
  const step = stepOf(failed);
  return (
    <Alert
      open={failed !== undefined}
      title={failed === undefined ? '' : problem(failed)}
      action={t('ok')}
      onClose={() => dismissCommand(TRANSFER)}
    >
      {step === undefined
        ? t(`transfer.why.${reasonOf(failed)}`)
        : t('step', { step: formatFieldAmount(step), example: formatFieldAmount(exampleOf(step)) })}
    </Alert>
  );
}

/** Returns, in satang, the first multiple of the step that is at least 100 baht. */
export function exampleOf(step: number): number {
  return Math.ceil(10_000 / step) * step;
}

/** Returns the step in satang if the server refused the amount because of it. */
function stepOf(error: unknown): number | undefined {
  const step = isApiError(error) && error.status === 400 ? error.extra.step : undefined;
  return typeof step === 'number' ? satangOf(step) : undefined;
}

type Reason = keyof typeof texts.transfer.why;

/** Returns the reason of a failure. If the outcome is unknown, its text must not say where the money is. */
function reasonOf(error: unknown): Reason {
  if (!isApiError(error)) return 'other';
  if (isResponseLost(error)) return error.extra.sent === false ? 'unsent' : 'unknown';
  return Object.hasOwn(texts.transfer.why, error.code) ? (error.code as Reason) : 'other';
}

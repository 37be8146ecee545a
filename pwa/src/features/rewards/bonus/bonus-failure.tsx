import { useTranslation } from 'react-i18next';
import { isResponseLost, isApiError } from '@/data/api/errors';
import { dismissCommand, type Command } from '@/data/engine/commands/send';
import texts from '@/i18n/th/bonus.json';
import { useMoneyProblem } from '@/money/money-texts';
import { Alert } from '@/ui/alert';

interface FailureProps<Data> {
  command: Command<Data>;
  name: 'takeBonus' | 'clearBonus';
}

/** A dialog with the reason as its title, and below it what the member can do. */
export function BonusFailure<Data>({ command, name }: FailureProps<Data>) {
  const { t } = useTranslation('bonus');
  const problem = useMoneyProblem();
  const failed = command.at === 'failed' ? command.error : undefined;
  const isNotClearable = name === 'clearBonus' && isApiError(failed) && failed.code === 'BONUS_CONDITION';
  return (
    <Alert
      open={failed !== undefined}
      title={failed === undefined ? '' : isNotClearable ? t('clearNot') : problem(failed)}
      action={t('ok')}
      onClose={() => dismissCommand(name)}
    >
      {name === 'takeBonus'
        ? t(`why.${reasonOf(failed, texts.why)}`)
        : t(`clearWhy.${reasonOf(failed, texts.clearWhy)}`)}
    </Alert>
  );
}

/** Returns the reason of a failure. If the outcome is unknown, its text must not say where the money is. */
function reasonOf<Why extends { unsent: string; unknown: string; other: string }>(
  error: unknown,
  known: Why,
): keyof Why {
  if (!isApiError(error)) return 'other';
  if (isResponseLost(error)) return error.extra.sent === false ? 'unsent' : 'unknown';
  return Object.hasOwn(known, error.code) ? (error.code as keyof Why) : 'other';
}

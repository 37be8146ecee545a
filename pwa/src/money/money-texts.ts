import { useTranslation } from 'react-i18next';
import { isApiError, isOutcomeUnknown, isResponseLost } from '@/data/api/errors';
import { periods } from '@/data/domains/cash/types';
import { errorText } from '@/i18n/error-text';
import { formatMoney } from '@/ui/format/money';

/** Returns a function for the text of a failed money command. The text states whether anything was sent. */
export function useMoneyProblem(): (error: unknown) => string {
  const { t } = useTranslation('cash');
  return (error) => {
    if (isOutcomeUnknown(error)) return t('notKnown');
    if (isResponseLost(error)) return t('notSent');
    return limitedText(error, t) ?? errorText(error);
  };
}

/** Returns whether the member's own deposit limit refused the command. */
export function isLimited(error: unknown): boolean {
  return isApiError(error) && error.code === 'DEPOSIT_LIMIT';
}

type Translate = ReturnType<typeof useTranslation<'cash'>>['t'];

/** Returns a text with the limit and the remaining amount, if the server sent them. */
function limitedText(error: unknown, t: Translate): string | undefined {
  if (!isApiError(error) || !isLimited(error)) return undefined;
  const period = periods.find((each) => each === error.extra.period);
  const { left } = error.extra;
  return period && typeof left === 'number' ? t(`limited.${period}`, { left: formatMoney(left) }) : undefined;
}

import { useTranslation } from 'react-i18next';
import { isAnswerLost, isApiError } from '@/data/api/errors';
import { periods } from '@/data/domains/cash/types';
import { errorText } from '@/i18n/error-text';
import { formatMoney } from '@/ui/format/money';

/**
 * Returns a function for the text of a failed money command. The text says clearly whether anything was sent.
 */
export function useMoneyProblem(): (error: unknown) => string {
  const { t } = useTranslation('cash');
  return (error) => {
    if (!isAnswerLost(error)) return limitedText(error, t) ?? errorText(error);
    return t(isApiError(error) && error.extra.sent === false ? 'notSent' : 'notKnown');
  };
}

/** Whether the member's own deposit limit refused the command. */
export function isLimited(error: unknown): boolean {
  return isApiError(error) && error.code === 'DEPOSIT_LIMIT';
}

type Translate = ReturnType<typeof useTranslation<'cash'>>['t'];

/** Says which limit it was and what is left of it, if the server sent that. */
function limitedText(error: unknown, t: Translate): string | undefined {
  if (!isApiError(error) || !isLimited(error)) return undefined;
  const period = periods.find((each) => each === error.extra.period);
  const { left } = error.extra;
  return period && typeof left === 'number' ? t(`limited.${period}`, { left: formatMoney(left) }) : undefined;
}

import { useTranslation } from 'react-i18next';
import { isAnswerLost, isApiError } from '@/data/api/errors';
import { periods } from '@/data/domains/cash/types';
import { errorText } from '@/i18n/error-text';
import { formatMoney } from '@/ui/format/money';

/** Why a money command failed, in words that leave no doubt whether anything was sent. */
export function useMoneyProblem(): (error: unknown) => string {
  const { t } = useTranslation('cash');
  return (error) => {
    if (!isAnswerLost(error)) return limitedText(error, t) ?? errorText(error);
    return t(isApiError(error) && error.extra.sent === false ? 'notSent' : 'notKnown');
  };
}

/** The member's own deposit limit stands in the way. */
export function isLimited(error: unknown): boolean {
  return isApiError(error) && error.code === 'DEPOSIT_LIMIT';
}

type Translate = ReturnType<typeof useTranslation<'cash'>>['t'];

/** Which of the limits, and what it leaves, where the server says so. */
function limitedText(error: unknown, t: Translate): string | undefined {
  if (!isApiError(error) || !isLimited(error)) return undefined;
  const period = periods.find((each) => each === error.extra.period);
  const { left } = error.extra;
  return period && typeof left === 'number' ? t(`limited.${period}`, { left: formatMoney(left) }) : undefined;
}

import { useTranslation } from 'react-i18next';
import { isApiError } from '@/data/api/errors';
import '@/i18n/signup-texts';

const reasons = ['phone', 'name', 'app', 'pattern', 'common'] as const;

/** Returns the reason why the server rejected a new password as easy to guess. An older server has none. */
export function guessableReason(error: unknown): (typeof reasons)[number] | undefined {
  return isApiError(error) ? reasons.find((reason) => reason === error.extra.guessable) : undefined;
}

/** Returns the words for a new password that the server rejected as easy to guess. */
export function useGuessableText(): (error: unknown) => string {
  const { t } = useTranslation('signup');
  return (error) => t(`guessable.${guessableReason(error) ?? 'unknown'}`);
}

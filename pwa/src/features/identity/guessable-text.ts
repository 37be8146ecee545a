import { useTranslation } from 'react-i18next';
import '@/i18n/signup-texts';
import { guessableReason, type KnownFacts } from './guessable';

/**
 * Returns the words for a password that the server rejected as guessable. `isAll` says that the server knows
 * no more about the person than `known`: then a password without a visible reason is a common word.
 */
export function useGuessableText(): (password: string, known: KnownFacts, isAll: boolean) => string {
  const { t } = useTranslation('signup');
  return (password, known, isAll) =>
    t(`guessable.${guessableReason(password, known) ?? (isAll ? 'common' : 'unknown')}`);
}

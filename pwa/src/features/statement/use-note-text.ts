import { useTranslation } from 'react-i18next';
import type { StatementLine } from '@/data/api/types';
import { codeText } from '@/i18n/error-text';
import '@/i18n/statement-texts';

/**
 * Returns a function for the text of a line's note. The text is the catalogue's, except for a withdrawal
 * that failed for lack of money.
 */
export function useNoteText(): (line: Pick<StatementLine, 'note' | 'statementType'>) => string {
  const { t } = useTranslation('statement');
  return ({ note = '', statementType }) =>
    statementType === 'withdraw' && note === 'MONEY_NOT_ENOUGH' ? t('note.notEnough') : codeText(note);
}

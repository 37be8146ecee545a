import { useTranslation } from 'react-i18next';
import type { Statement } from '@/data/api/types';
import { codeText } from '@/i18n/error-text';
import '@/i18n/statement-texts';

/**
 * Returns the text for a line's note: the catalogue's, unless the note means less here than in a refused
 * form.
 */
export function useNoteText(): (line: Pick<Statement, 'note' | 'statementType'>) => string {
  const { t } = useTranslation('statement');
  return ({ note = '', statementType }) =>
    statementType === 'withdraw' && note === 'MONEY_NOT_ENOUGH' ? t('note.notEnough') : codeText(note);
}

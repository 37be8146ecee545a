import type { Translate } from '../i18n';
import type { Summary } from '../types';

/** Returns a member's name, or a guest's conversation number. */
export function customerName(
  { kind, title, id }: Pick<Summary, 'kind' | 'title' | 'id'>,
  t: Translate,
): string {
  return kind === 'guest' ? t('who.guest', { id }) : title;
}

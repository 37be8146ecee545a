import type { Say } from '../i18n';
import type { Summary } from '../types';

/** A member by their own name, a guest by the conversation's number. */
export function customerName({ kind, title, id }: Pick<Summary, 'kind' | 'title' | 'id'>, say: Say): string {
  return kind === 'guest' ? say('who.guest', { id }) : title;
}

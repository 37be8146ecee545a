import type { Say } from '../i18n';
import type { Summary } from '../types';

/** Returns a member's name, or a guest's conversation number. */
export function customerName({ kind, title, id }: Pick<Summary, 'kind' | 'title' | 'id'>, say: Say): string {
  return kind === 'guest' ? say('who.guest', { id }) : title;
}

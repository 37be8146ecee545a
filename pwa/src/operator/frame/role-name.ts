import type { Say } from '../i18n';

/** What a colleague is, in words. */
export function roleName(role: string, say: Say): string {
  return say(role === 'admin' ? 'me.admin' : role === 'cashier' ? 'me.cashier' : 'me.support');
}
